import { type OperationHandler, signedIn } from '../../operation.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import {
  audited,
  checkStops,
  checkTitle,
  holdJourney,
  readJourney,
  type SentStop,
  seenAnalyses,
  shownJourney,
  stopIds,
  writeStops,
} from './journeys.ts';

interface Body extends Versioned {
  readonly title?: string;
  readonly stops?: readonly SentStop[];
}

export const handler: OperationHandler<{ params: { id: number }; body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const title = body.title === undefined ? undefined : checkTitle(body.title);
  const standing = await context.database.owner((client) => holdJourney(client, caller.id, params.id));
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds([...standing.stops, ...(body.stops ?? [])]));
  // Those that a hand-over brought may stay, whether the caller sees them or not.
  checkStops(body.stops ?? [], seen, standing.stops);
  const journey = await context.database.owner(async (client) => {
    const before = await holdJourney(client, caller.id, params.id);
    const forced = checkVersion(body, { version: before.version, current: before }, 'this journey');
    await client.query(
      `update journey set title = $2::text, version = version + 1, updated_by = $3::bigint where id = $1::bigint`,
      [params.id, title ?? before.title, caller.id],
    );
    if (body.stops) await writeStops(client, params.id, body.stops);
    const after = await readJourney(client, params.id);
    const [old, now] = [audited(before), audited(after)];
    await writeAudit(client, caller.id, {
      table: 'journey',
      id: params.id,
      action: 'update',
      fromVersion: before.version,
      fields: { title: { old: old.title, new: now.title }, stops: { old: old.stops, new: now.stops } },
      forced,
      district: null,
      synthetic: false,
    });
    return after;
  });
  return shownJourney(journey, seen);
};
