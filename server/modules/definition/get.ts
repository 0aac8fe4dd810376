import { RawJson } from '../../database/raw-json.ts';
import { visibleByHash } from '../../definitions/manifest.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'definition.get'> = async ({ params, caller, context, reply }) => {
  const entry = visibleByHash(context.definitions, params.hash, caller);
  if (!entry) throw new Problem('not-found', 'There is no such definition, or you may not see it.');
  if (entry.kind === 'broken')
    throw new Problem('definition-broken', `The definition of "${entry.id}" is broken. ${entry.summary}`);
  reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('vary', 'authorization, accept-encoding')
    .header('etag', `W/"${entry.hash}"`);
  return new RawJson(entry.text);
};
