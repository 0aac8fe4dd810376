import { officeDay } from '../../database/office-day.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { acrossSource } from '../../reports/across-source.ts';
import { exportColumns, openExport } from '../../reports/export.ts';
import { databaseFault } from '../../reports/fault.ts';
import { newerThan, openSource, readerOf } from '../../reports/row-source.ts';

export const handler: OperationHandler<'query.export'> = async (call) => {
  const { body, context, reply } = call;
  const caller = readerOf(body, signedIn(call), context);
  const base = await openSource(body, caller, context);
  const screen = visibleScreen(context.definitions.current(), body.screen, caller)?.screen;
  const source = body.across ? acrossSource(base, screen?.blocks, body.block ?? null, body.across) : base;
  const { format, columns = null, block = null, titles = {}, sort = [], find = '' } = body;
  const wish = { format, columns, block, titles, sort, find };
  const shown = exportColumns(source, body, wish, caller, context);
  const { rows, stream } = await openExport(source, shown, wish, newerThan(body), caller, context).catch(
    (error: unknown) => {
      throw databaseFault(error, body, caller, context.log);
    },
  );
  const name = `${body.screen.replaceAll('/', '-')}-${officeDay(context.now(), context.config.timeZone)}.${format}`;
  reply
    .header('x-cadastre-rows', String(rows))
    .header('x-cadastre-limited', String(source.rowLimit !== null && rows >= source.rowLimit))
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  return stream;
};
