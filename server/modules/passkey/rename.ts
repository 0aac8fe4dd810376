import { nameKey } from '../../access/passkeys.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'passkey.rename'> = async (call) => {
  const { body, context, params } = call;
  const { id } = signedIn(call);
  if (!(await nameKey(context.database, id, params.id, body.name.trim())))
    throw new Problem('not-found', 'You have no such passkey any more.');
};
