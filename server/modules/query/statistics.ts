import { type OperationHandler, signedIn } from '../../operation.ts';
import { columnStatistics } from '../../reports/column-statistics.ts';
import { databaseFault } from '../../reports/fault.ts';
import { newerThan, openSource, readerOf } from '../../reports/row-source.ts';

export const handler: OperationHandler<'query.statistics'> = async ({ body, context, ...call }) => {
  const caller = readerOf(body, signedIn(call), context);
  const source = await openSource(body, caller, context);
  const { column, find = '', filter = [] } = body;
  return columnStatistics(source, { column, find, filter }, newerThan(body), caller, context).catch(
    (error: unknown) => {
      throw databaseFault(error, body, caller, context.log);
    },
  );
};
