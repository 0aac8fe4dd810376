import { whoOf } from '../../access/caller.ts';
import { versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { putInForce } from './put-in-force.ts';
import { publishableKind } from './studio.ts';

export const handler: OperationHandler<'studio.rollback'> = async (call) => {
  const { path, version, base_hash: baseHash, note } = call.body;
  publishableKind(path);
  const caller = signedIn(call);
  const found = (await versionsOf(call.context.database, whoOf(caller), path)).find(
    (one) => one.version === version,
  );
  if (!found?.content)
    throw new Problem(
      'not-found',
      `"${path}" has no text in version ${version}. Withdraw it for the file's.`,
    );
  return putInForce(
    { path, action: 'rollback', content: found.content, baseHash, note },
    caller,
    call.context,
  );
};
