import { whoOf } from '../../access/caller.ts';
import { readDraft } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { putInForce } from './put-in-force.ts';
import { inForce, publishableKind, stale } from './studio.ts';

export const handler: OperationHandler<'studio.publish'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const { path, note } = body;
  publishableKind(path);
  const draft = await readDraft(context.database, whoOf(caller), path);
  if (!draft) {
    // Whoever lost the race finds no draft, because the winner's publish took it.
    await context.studio.catchUp();
    const { text, hash, version } = inForce(path, context);
    if (hash !== body.base_hash) throw stale(path, { text, hash, version: version?.version ?? null }, text);
    throw new Problem('not-found', `There is no draft of "${path}". It was published or discarded.`);
  }
  if (draft.version !== body.draft_version)
    throw new Problem('conflict', 'Somebody else has changed this draft since you opened it. Open it again.');
  return putInForce(
    { path, action: 'publish', content: draft.content, baseHash: body.base_hash, note },
    caller,
    context,
    async (client) => {
      const gone = await client.query(
        'delete from definition_draft where path = $1::text and version = $2::integer',
        [path, draft.version],
      );
      if (gone.rowCount !== 1)
        throw new Problem(
          'conflict',
          'Somebody else has changed this draft since you opened it. Open it again.',
        );
    },
  );
};
