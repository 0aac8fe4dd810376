import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { createIn, madeBefore } from '../../records/in-transaction.ts';
import { journeyWork, stopRows } from './journey-work.ts';
import { checkStops, checkTitle, readJourney, seenAnalyses, shownJourney, stopIds } from './journeys.ts';

export const handler: OperationHandler<'journey.create'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const title = checkTitle(body.title);
  const stops = body.stops ?? [];
  // Before the write, so that nothing can fail after it.
  const seen = await seenAnalyses(context, caller, stopIds(stops));
  checkStops(stops, seen);
  const journey = await context.database.write(whoOf(caller), async (client) => {
    const work = journeyWork(client, context, caller, null, { title, stops: stops.length });
    const before = await madeBefore(work, body.request_id);
    if (before !== null) return readJourney(client, before);
    const rows = await stopRows(client, null, stops);
    const { request_id } = body;
    return readJourney(client, await createIn(work, { user_id: caller.id, title, stops: rows, request_id }));
  });
  return shownJourney(journey, seen);
};
