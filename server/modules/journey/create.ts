import { type OperationHandler, signedIn } from '../../operation.ts';
import { writeAudit } from '../../records/record-save.ts';
import {
  checkStops,
  checkTitle,
  readJourney,
  type SentStop,
  seenAnalyses,
  shownJourney,
  stopIds,
  writeStops,
} from './journeys.ts';

interface Body {
  readonly title: string;
  readonly stops?: readonly SentStop[];
  readonly request_id: string;
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const title = checkTitle(body.title);
  const stops = body.stops ?? [];
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds(stops));
  checkStops(stops, seen);
  const journey = await context.database.owner(async (client) => {
    const made = await client.query<{ id: number }>(
      `insert into journey (user_id, title, request_id, created_by, updated_by)
       values ($1::bigint, $2::text, $3::uuid, $1::bigint, $1::bigint) on conflict (user_id, request_id) do nothing
       returning id`,
      [caller.id, title, body.request_id],
    );
    const id = made.rows[0]?.id;
    if (id === undefined) {
      const first = await client.query<{ id: number }>(
        'select id from journey where user_id = $1::bigint and request_id = $2::uuid',
        [caller.id, body.request_id],
      );
      return readJourney(client, first.rows[0]?.id ?? 0);
    }
    await writeStops(client, id, stops);
    await writeAudit(client, caller.id, {
      table: 'journey',
      id,
      action: 'insert',
      fromVersion: null,
      fields: { title: { old: null, new: title }, stops: { old: null, new: stops.length } },
      forced: false,
      district: null,
      synthetic: false,
    });
    return readJourney(client, id);
  });
  return shownJourney(journey, seen);
};
