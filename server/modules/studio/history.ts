import { versionsOf } from '../../definitions/published.ts';
import type { OperationHandler } from '../../operation.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<{ query: { path: string } }> = async ({ query, context }) => {
  knownKind(query.path);
  const versions = await versionsOf(context.database, query.path);
  return { items: versions.map(({ content: _, ...rest }) => rest) };
};
