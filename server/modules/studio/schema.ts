import { readMeta } from '../../definitions/prepare.ts';
import { knownKind } from '../../definitions/studio.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<{ query: { path: string } }> = async ({ query, context }) =>
  readMeta(context.config.root)[knownKind(query.path)];
