import { type OperationHandler, signedIn } from '../../operation.ts';
import { databaseFault } from '../../reports/fault.ts';
import { type Ask, openSource, readerOf } from '../../reports/row-source.ts';
import { runPage } from '../../reports/run.ts';

interface Body extends Ask {
  readonly sort?: readonly string[];
  readonly offset?: number;
  readonly limit?: number;
  readonly find?: string;
  readonly totals?: { readonly [column: string]: string };
  readonly group?: readonly string[];
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const { body, context } = call;
  const caller = readerOf(body, signedIn(call), context);
  const source = await openSource(body, caller, context);
  const { sort = [], offset = 0, limit = 1000, find = '', totals = {}, group = [] } = body;
  const wish = { sort, offset, limit, find, totals, group };
  return runPage(source, wish, caller, context).catch((error: unknown) => {
    throw databaseFault(error, body, caller, context.log);
  });
};
