import { versionsOf } from '../../definitions/published.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<{ query: { path: string; version: number } }> = async ({
  query,
  context,
}) => {
  knownKind(query.path);
  const found = (await versionsOf(context.database, query.path)).find(
    ({ version }) => version === query.version,
  );
  if (!found) throw new Problem('not-found', `"${query.path}" has no version ${query.version}.`);
  return found;
};
