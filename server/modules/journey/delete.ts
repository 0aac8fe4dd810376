import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeIn } from '../../records/in-transaction.ts';
import { workOnJourney } from './journey-work.ts';

export const handler: OperationHandler<'journey.delete'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, query } = call;
  await context.database.write(whoOf(caller), async (client) => {
    const work = await workOnJourney(client, context, caller, params.id, () => null);
    await removeIn(work, params.id, query);
  });
};
