import { officeDay } from '../../database/office-day.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { exportColumns, openExport } from '../../reports/export.ts';
import { databaseFault } from '../../reports/fault.ts';
import { type Ask, openSource, readerOf } from '../../reports/row-source.ts';

interface Body extends Ask {
  readonly format: 'csv' | 'xlsx';
  readonly block?: string;
  readonly columns?: readonly string[];
  readonly titles?: { readonly [column: string]: string };
  readonly sort?: readonly string[];
  readonly find?: string;
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const { body, context, reply } = call;
  const caller = readerOf(body, signedIn(call), context);
  const source = await openSource(body, caller, context);
  const { format, columns = null, block = null, titles = {}, sort = [], find = '' } = body;
  const wish = { format, columns, block, titles, sort, find };
  const shown = exportColumns(source, body, wish, caller, context);
  const { rows, stream } = await openExport(source, shown, wish, caller, context).catch((error: unknown) => {
    throw databaseFault(error, body, caller, context.log);
  });
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
