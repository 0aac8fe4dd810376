import type { Caller } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { writeAudit } from '../../records/record-save.ts';
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

async function copy(client: DatabaseClient, caller: Caller, given: Given): Promise<StoredJourney> {
  const made = await client.query<{ id: number }>(
    `insert into journey (user_id, title, taken_from, from_user_id, created_by, updated_by)
     select $1::bigint, j.title, $2::bigint, j.user_id, $1::bigint, $1::bigint from journey j where j.id = $3::bigint
     on conflict (user_id, taken_from) do nothing returning id`,
    [caller.id, given.handover, given.journey],
  );
  const id = made.rows[0]?.id;
  if (id === undefined) {
    const first = await client.query<{ id: number }>(
      'select id from journey where user_id = $1::bigint and taken_from = $2::bigint',
      [caller.id, given.handover],
    );
    return readJourney(client, first.rows[0]?.id ?? 0);
  }
  await client.query(
    `insert into journey_stop (journey_id, analysis_id, posn, visited)
     select $1::bigint, s.analysis_id, s.posn, s.visited from journey_stop s where s.journey_id = $2::bigint`,
    [id, given.journey],
  );
  const taken = await readJourney(client, id);
  await writeAudit(client, caller.id, {
    table: 'journey',
    id,
    action: 'insert',
    fromVersion: null,
    fields: { taken_from: { old: null, new: given.journey }, stops: { old: null, new: taken.stops.length } },
    forced: false,
    district: null,
    synthetic: false,
  });
  return taken;
}

export const handler: OperationHandler<{ body: { code: string } }> = async (call) => {
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
  return shownJourney(await context.database.owner((client) => copy(client, caller, given)), seen);
};
