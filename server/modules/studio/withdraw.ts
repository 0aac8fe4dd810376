import { type OperationHandler, signedIn } from '../../operation.ts';
import { putInForce } from './put-in-force.ts';

export const handler: OperationHandler<'studio.withdraw'> = async (call) => {
  const { path, base_hash: baseHash, note } = call.body;
  return putInForce(
    { path, action: 'withdraw', content: null, baseHash, note },
    signedIn(call),
    call.context,
  );
};
