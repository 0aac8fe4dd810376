import { readSlowQueries } from '../../access/slow-queries.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'app.slow'> = async ({ context, query }) => {
  const { slowQueryMs } = context.config;
  const queries = await readSlowQueries(context.database, query.limit ?? 100);
  return {
    limit_ms: slowQueryMs,
    queries: queries.map(({ parameters, ...item }) => ({
      ...item,
      parameters: parameters.map((kind, i) => `$${i + 1} ${kind}`).join(', '),
    })),
  };
};
