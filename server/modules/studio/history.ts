import { whoOf } from '../../access/caller.ts';
import { versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<'studio.history'> = async (call) => {
  const { query, context } = call;
  knownKind(query.path);
  const versions = await versionsOf(context.database, whoOf(signedIn(call)), query.path);
  return { items: versions.map(({ content: _, ...rest }) => rest) };
};
