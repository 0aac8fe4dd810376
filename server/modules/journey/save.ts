import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { versionOf } from '../../records/conflict.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { stopRows, workOnJourney } from './journey-work.ts';
import {
  checkStops,
  checkTitle,
  holdJourney,
  readJourney,
  seenAnalyses,
  shownJourney,
  stopIds,
} from './journeys.ts';

export const handler: OperationHandler<'journey.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const title = body.title === undefined ? undefined : checkTitle(body.title);
  const standing = await context.database.write(whoOf(caller), (client) =>
    holdJourney(client, caller.id, params.id),
  );
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds([...standing.stops, ...(body.stops ?? [])]));
  // Those that a hand-over brought may stay, whether the caller sees them or not.
  checkStops(body.stops ?? [], seen, standing.stops);
  const journey = await context.database.write(whoOf(caller), async (client) => {
    const work = await workOnJourney(client, context, caller, params.id, (stored) => ({
      title: title ?? stored.title,
      stops: body.stops?.length ?? stored.stops.length,
    }));
    const stops = body.stops ? { stops: await stopRows(client, params.id, body.stops) } : {};
    await saveIn(work, params.id, {
      ...versionOf(body),
      ...(title === undefined ? {} : { title }),
      ...stops,
    });
    return readJourney(client, params.id);
  });
  return shownJourney(journey, seen);
};
