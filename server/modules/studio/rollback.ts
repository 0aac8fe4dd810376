import { versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { putInForce } from './put-in-force.ts';
import { publishableKind } from './studio.ts';

interface Body {
  readonly path: string;
  readonly version: number;
  readonly base_hash: string | null;
  readonly note: string;
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const { path, version, base_hash: baseHash, note } = call.body;
  publishableKind(path);
  const found = (await versionsOf(call.context.database, path)).find((one) => one.version === version);
  if (!found?.content)
    throw new Problem(
      'not-found',
      `"${path}" has no text in version ${version}. Withdraw it for the file's.`,
    );
  return putInForce(
    { path, action: 'rollback', content: found.content, baseHash, note },
    signedIn(call),
    call.context,
  );
};
