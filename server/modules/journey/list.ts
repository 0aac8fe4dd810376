import { ownJourneys, showJourneys } from '../../journeys.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler = async (call) => {
  const caller = signedIn(call);
  const journeys = await call.context.database.owner((client) => ownJourneys(client, caller.id));
  return { items: await showJourneys(call.context, caller, journeys) };
};
