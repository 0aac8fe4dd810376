import { whoOf } from '../../access/caller.ts';
import { codeOf } from '../../database/errors.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { countRecords } from '../../records/count.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { entityFor } from '../../records/served.ts';

/** A count that comes later is of no use to whoever is still typing. */
const countMs = 2_000;

export const handler: OperationHandler<'record.count'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const entity = entityFor(params.list, context);
  checkCriteria(body.criteria, entity, caller);
  const turns = context.signal ? context.listTurns.until(context.signal) : context.listTurns;
  return turns
    .run(caller.id, () =>
      context.database.read(whoOf(caller), { timeoutMs: countMs, replica: true }, (client) =>
        countRecords(client, entity, body.criteria),
      ),
    )
    .catch((error: unknown) => {
      // Of the time for a statement, or for somebody's lock.
      const code = codeOf(error);
      if (context.signal?.aborted || (code !== '57014' && code !== '55P03')) throw error;
      return { count: null, more: false };
    });
};
