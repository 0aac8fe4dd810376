import { blockPrints } from '#src/blocks/prints.ts';
import type { Scope } from '#src/core/scope.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import type { Context } from '../../context.ts';
import { officeDay } from '../../database/office-day.ts';
import { mostTableRows, type PaperServer } from '../../reports/document/collect.ts';
import { countRows, type DocumentAsk, gather } from '../../reports/document/gather.ts';
import { makePdf, refuseTooLong } from '../../reports/document/make-pdf.ts';
import { makeWorkbook } from '../../reports/document/make-workbook.ts';
import { leaveTurn, type Turn } from '../../reports/document/turn.ts';
import { readList } from '../reference/reference-lists.ts';
import { findView } from '../view/views.ts';
import { answerOf } from './answer-of.ts';
import type { DocumentFormat, MadeDocument } from './document-kind.ts';

export async function scopeOf(caller: Caller, context: Context): Promise<Scope> {
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
      exportedDistrict: null,
      company: parameters.COMPNAME ?? context.config.product,
      version: context.config.version,
      parameters,
    },
    roles: caller.roles,
    perms: [...caller.perms],
    workDistricts: caller.workDistricts === '*' ? ['*'] : caller.workDistricts,
    today: officeDay(context.now(), context.config.timeZone),
  };
}

export function paperServer(caller: Caller, context: Context, mostRows: number): PaperServer {
  const lists = new Map<string, ReturnType<PaperServer['list']>>();
  const readLabels = async (name: string) => {
    const items = await context.database.read(whoOf(caller), {}, (client) =>
      readList(client, name, caller, context),
    );
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
    view: (id) => context.database.write(whoOf(caller), (client) => findView(client, caller, id)),
    answer: (screen, source, scope) => answerOf(screen, source, scope, caller, context),
  };
}

/** More rows than these are a job: seconds, not moments. */
export const mostAtOnce = { pdf: 2_000, xlsx: 20_000 } as const;

export async function rowsOfDocument(
  ask: DocumentAsk,
  format: DocumentFormat,
  caller: Caller,
  context: Context,
): Promise<{ readonly title: string; readonly rows: number }> {
  const server = paperServer(caller, context, mostTableRows[format]);
  const counted = await countRows(ask, caller, await scopeOf(caller, context), server);
  if (format === 'pdf') refuseTooLong(counted.paper, counted.rows);
  return counted;
}

export async function makeDocument(
  ask: DocumentAsk,
  format: DocumentFormat,
  caller: Caller,
  context: Context,
  turn: Turn = leaveTurn,
): Promise<MadeDocument> {
  await turn(0, 'Reading');
  const server = { ...paperServer(caller, context, mostTableRows[format]), turn };
  const gathered = await gather(ask, caller, await scopeOf(caller, context), server);
  return format === 'pdf'
    ? makePdf(gathered, caller.full_name, turn)
    : makeWorkbook(gathered, caller.full_name, turn);
}

export function nameOfDocument(screen: string, format: DocumentFormat, context: Context): string {
  return `${screen.replaceAll('/', '-')}-${officeDay(context.now(), context.config.timeZone)}.${format}`;
}
