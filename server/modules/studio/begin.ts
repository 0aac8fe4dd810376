import { whoOf } from '../../access/caller.ts';
import { readDraft } from '../../definitions/published.ts';
import { placeOf, scaffoldOf } from '../../definitions/scaffold.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { inForce, publishableKind } from './studio.ts';

export const handler: OperationHandler<'studio.begin'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const path = placeOf(body.kind, body.name);
  if (publishableKind(path) !== body.kind)
    throw new Problem('refused', `"${body.name}" is the place of another kind. Choose another name.`, {
      errors: [{ pointer: '/name', message: 'This is the place of another kind.' }],
    });
  const taken =
    inForce(path, context).text !== null || (await readDraft(context.database, whoOf(caller), path)) !== null;
  const made = taken
    ? false
    : await context.database.write(whoOf(caller), async (client) => {
        const { rowCount } = await client.query(
          `insert into definition_draft (path, content, base_hash, created_by, updated_by)
           values ($1::text, $2::text, null, $3::bigint, $3::bigint) on conflict (path) do nothing`,
          [path, scaffoldOf(body.kind, body.name, body.title), caller.id],
        );
        return rowCount === 1;
      });
  if (!made)
    throw new Problem(
      'conflict',
      `There is a definition "${path}" already. Open it, or choose another name.`,
      {
        errors: [{ pointer: '/name', message: 'This name is taken.' }],
      },
    );
  context.log.security('definition-draft', { user: caller.id, path, version: 1 });
  return { path };
};
