import { type OperationHandler, signedIn } from '../../operation.ts';
import { putInForce } from './put-in-force.ts';

interface Body {
  readonly path: string;
  readonly base_hash: string | null;
  readonly note: string;
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const { path, base_hash: baseHash, note } = call.body;
  return putInForce(
    { path, action: 'withdraw', content: null, baseHash, note },
    signedIn(call),
    call.context,
  );
};
