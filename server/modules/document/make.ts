import { blockPrints } from '#src/blocks/prints.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Caller } from '../../access/caller.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import type { Context } from '../../context.ts';
import { officeDay } from '../../database/office-day.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { mostTableRows, type PaperServer } from '../../reports/document/collect.ts';
import { gather } from '../../reports/document/gather.ts';
import { makePdf } from '../../reports/document/make-pdf.ts';
import { makeWorkbook } from '../../reports/document/make-workbook.ts';
import { databaseFault } from '../../reports/fault.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { readList } from '../reference/reference-lists.ts';
import { answerOf } from './answer-of.ts';

async function scopeOf(caller: Caller, context: Context): Promise<Scope> {
  const parameters = await readSysparams(context);
  const baseYear = Number((parameters.CURRBASE ?? '').slice(0, 4)) || 0;
  return {
    params: {},
    data: {},
    user: { id: caller.id, username: caller.username, full_name: caller.full_name },
    session: {
      baseYear,
      selectedBaseyear: baseYear,
      selectedDistrict: null,
      company: parameters.COMPNAME ?? context.config.product,
      version: context.config.version,
      parameters,
    },
    roles: caller.roles,
    perms: [...caller.perms],
    today: officeDay(context.now(), context.config.timeZone),
  };
}

function paperServer(caller: Caller, context: Context, mostRows: number): PaperServer {
  const lists = new Map<string, ReturnType<PaperServer['list']>>();
  const readLabels = async (name: string) => {
    const items = await context.database.owner((client) => readList(client, name, caller, context));
    return items.map(({ code, name: label, active }) => ({ code, label, active }));
  };
  return {
    ...context,
    prints: blockPrints,
    mostRows,
    list: (name) => {
      const known = lists.get(name) ?? readLabels(name);
      lists.set(name, known);
      return known;
    },
    answer: (screen, source, scope) => answerOf(screen, source, scope, caller, context),
  };
}

export const handler: OperationHandler<'document.make'> = async (call) => {
  const { body, context, reply } = call;
  const caller = signedIn(call);
  const { format = 'pdf', ...ask } = body;
  const work = async () => {
    const gathered = await gather(
      ask,
      caller,
      await scopeOf(caller, context),
      paperServer(caller, context, mostTableRows[format]),
    );
    return format === 'pdf' ? makePdf(gathered, caller.full_name) : makeWorkbook(gathered, caller.full_name);
  };
  const made = await context.exportTurns.run(caller.id, work).catch((error: unknown) => {
    throw databaseFault(error, { screen: body.screen, source: 'document' }, caller, context.log);
  });
  const name = `${body.screen.replaceAll('/', '-')}-${officeDay(context.now(), context.config.timeZone)}.${format}`;
  reply
    .header('x-cadastre-pages', String('pages' in made ? made.pages : made.sheets))
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(format === 'pdf' ? 'application/pdf' : xlsxType);
  return made.bytes;
};
