import { whoOf } from '../../access/caller.ts';
import { versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<'studio.version'> = async (call) => {
  const { query, context } = call;
  knownKind(query.path);
  const found = (await versionsOf(context.database, whoOf(signedIn(call)), query.path)).find(
    ({ version }) => version === query.version,
  );
  if (!found) throw new Problem('not-found', `"${query.path}" has no version ${query.version}.`);
  return found;
};
