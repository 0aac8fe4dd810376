import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<'studio.discard'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  knownKind(body.path);
  const gone = await context.database.write(whoOf(caller), (client) =>
    client.query('delete from definition_draft where path = $1::text and version = $2::integer', [
      body.path,
      body.version,
    ]),
  );
  if (gone.rowCount === 0)
    throw new Problem(
      'conflict',
      'This draft is gone or has been changed since you opened it. Open it again.',
    );
  context.log.security('definition-discard', { user: caller.id, path: body.path, version: body.version });
};
