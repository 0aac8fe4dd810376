import { type Caller, whoOf } from '../../access/caller.ts';
import { type HandedJourney, handedJourney } from '../../access/handed-journey.ts';
import { tooMany } from '../../access/rate-limit.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { createIn } from '../../records/in-transaction.ts';
import { journeyWork } from './journey-work.ts';
import {
  codeHash,
  readJourney,
  type StoredJourney,
  seenAnalyses,
  shownJourney,
  stopIds,
} from './journeys.ts';

async function copy(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  given: HandedJourney,
): Promise<StoredJourney> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 3))', [
    `${caller.id} ${given.handover}`,
  ]);
  const { rows } = await client.query<{ id: number }>(
    'select id from journey where user_id = $1::bigint and taken_from = $2::bigint',
    [caller.id, given.handover],
  );
  if (rows[0]) return readJourney(client, rows[0].id);
  const { title, stops } = given;
  const work = journeyWork(client, context, caller, null, { title, stops: stops.length });
  const id = await createIn(work, {
    user_id: caller.id,
    title,
    taken_from: given.handover,
    from_user_id: given.owner,
    stops,
  });
  return readJourney(client, id);
}

export const handler: OperationHandler<'journey.take'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const now = context.now();
  const wait = await context.minuteLimit.take([{ key: `take ${caller.id}`, most: 10 }], now);
  if (wait > 0) throw tooMany('Too many codes were tried.', wait);
  const given = await handedJourney(context.database, codeHash(body.code), now);
  if (!given) {
    const message = 'No journey waits behind this code. It holds one day; ask for a new one.';
    throw new Problem('refused', message, { errors: [{ pointer: '/code', message }] });
  }
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds(given.stops));
  const journey = await context.database.write(whoOf(caller), (client) =>
    // Whoever opens their own code looks at their own journey.
    given.owner === caller.id ? readJourney(client, given.journey) : copy(client, context, caller, given),
  );
  return shownJourney(journey, seen);
};
