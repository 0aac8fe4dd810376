import type { Caller } from '../../access/caller.ts';
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

interface Given {
  readonly handover: number;
  readonly journey: number;
  readonly owner: number;
  readonly [column: string]: unknown;
}

async function copy(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  given: Given,
): Promise<StoredJourney> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 3))', [
    `${caller.id} ${given.handover}`,
  ]);
  const { rows } = await client.query<{ id: number }>(
    'select id from journey where user_id = $1::bigint and taken_from = $2::bigint',
    [caller.id, given.handover],
  );
  if (rows[0]) return readJourney(client, rows[0].id);
  const { title, stops } = await readJourney(client, given.journey);
  const work = journeyWork(client, context, caller, null, { title, stops: stops.length });
  const id = await createIn(work, {
    user_id: caller.id,
    title,
    taken_from: given.handover,
    from_user_id: given.owner,
    stops: stops.map(({ analysis_id, visited }) => ({ analysis_id, visited })),
  });
  return readJourney(client, id);
}

export const handler: OperationHandler<'journey.take'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const now = context.now();
  if (!context.minuteLimit.take([{ key: `take ${caller.id}`, most: 10 }], now))
    throw new Problem('too-many-requests', 'Too many codes were tried. Wait a minute and try again.');
  const { given, standing } = await context.database.owner(async (client) => {
    const { rows } = await client.query<Given>(
      `select h.id as handover, j.id as journey, j.user_id as owner
       from journey_handover h join journey j on j.id = h.journey_id
       where h.code_hash = $1::bytea and h.expires_at > $2::timestamptz`,
      [codeHash(body.code), now.toISOString()],
    );
    if (!rows[0]) {
      const message = 'No journey waits behind this code. It holds one day; ask for a new one.';
      throw new Problem('refused', message, { errors: [{ pointer: '/code', message }] });
    }
    return { given: rows[0], standing: await readJourney(client, rows[0].journey) };
  });
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds(standing.stops));
  // Whoever opens their own code looks at their own journey.
  if (given.owner === caller.id) return shownJourney(standing, seen);
  return shownJourney(await context.database.owner((client) => copy(client, context, caller, given)), seen);
};
