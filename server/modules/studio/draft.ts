import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { inForce, publishableKind } from './studio.ts';

export const handler: OperationHandler<'studio.draft'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const { path, text, version } = body;
  publishableKind(path);
  const base = body.base_hash === undefined ? inForce(path, context).hash : body.base_hash;
  const saved = await context.database.write(whoOf(caller), async (client) => {
    const { rows } =
      version === null
        ? await client.query<{ version: number }>(
            `insert into definition_draft (path, content, base_hash, created_by, updated_by)
             values ($1::text, $2::text, $3::text, $4::bigint, $4::bigint)
             on conflict (path) do nothing returning version`,
            [path, text, base, caller.id],
          )
        : await client.query<{ version: number }>(
            `update definition_draft set content = $2::text, version = version + 1, updated_by = $4::bigint,
               base_hash = case when $5::boolean then $3::text else base_hash end
             where path = $1::text and version = $6::integer returning version`,
            [path, text, base, caller.id, body.base_hash !== undefined, version],
          );
    return rows[0]?.version ?? null;
  });
  if (saved === null)
    throw new Problem('conflict', 'Somebody else has changed this draft since you opened it. Open it again.');
  context.log.security('definition-draft', { user: caller.id, path, version: saved });
  const { findings, elsewhere } = await context.studio.attempt(path, text);
  return { version: saved, findings: [...findings, ...elsewhere] };
};
