import type { PageWish } from '../../database/json-page.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { countedSource } from '../../reports/counted-source.ts';
import { databaseFault } from '../../reports/fault.ts';
import { newerThan, openSource, readerOf } from '../../reports/row-source.ts';
import { runPages } from '../../reports/run.ts';

interface Page {
  readonly sort?: readonly string[];
  readonly offset?: number;
  readonly limit?: number;
  readonly find?: string;
  readonly totals?: PageWish['totals'];
  readonly group?: readonly string[];
  readonly filter?: PageWish['filter'];
}

function wishOf(page: Page): PageWish {
  const { sort = [], offset = 0, limit = 1000, find = '', totals = {}, group = [], filter = [] } = page;
  return { sort, offset, limit, find, totals, group, filter };
}

export const handler: OperationHandler<'query.run'> = async (call) => {
  const { body, context } = call;
  const caller = readerOf(body, signedIn(call), context);
  const source = await openSource(body, caller, context);
  const first: PageWish = { ...wishOf(body), sample: body.sample ?? null };
  const wishes = [first, ...(body.also ?? []).map(wishOf)];
  const read = body.counted ? countedSource(source, body.counted) : source;
  return runPages(read, wishes, newerThan(body), caller, context).catch((error: unknown) => {
    throw databaseFault(error, body, caller, context.log);
  });
};
