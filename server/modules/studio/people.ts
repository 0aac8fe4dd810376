import { whoOf } from '../../access/caller.ts';
import { listPeople } from '../../access/people.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'studio.people'> = async (call) =>
  listPeople(call.context.database, whoOf(signedIn(call)));
