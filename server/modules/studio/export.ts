import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { inForce, knownKind } from './studio.ts';

export const handler: OperationHandler<{ query: { path: string } }> = async ({ query, context, reply }) => {
  knownKind(query.path);
  const { text } = inForce(query.path, context);
  if (text === null) throw new Problem('not-found', `There is no definition at "${query.path}".`);
  const name = query.path.split('/').at(-1) ?? 'definition.json';
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/json; charset=utf-8');
  return Buffer.from(text, 'utf8');
};
