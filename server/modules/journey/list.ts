import { type OperationHandler, signedIn } from '../../operation.ts';
import { ownJourneys, seenAnalyses, shownJourney, stopIds } from './journeys.ts';

export const handler: OperationHandler = async (call) => {
  const caller = signedIn(call);
  const journeys = await call.context.database.owner((client) => ownJourneys(client, caller.id));
  const ids = journeys.flatMap(({ stops }) => stopIds(stops));
  const seen = await seenAnalyses(call.context, caller, ids);
  return { items: journeys.map((journey) => shownJourney(journey, seen)) };
};
