import type { OperationHandler } from '../../operation.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<{ body: { path: string; text: string } }> = async ({
  body,
  context,
}) => {
  knownKind(body.path);
  const { findings, elsewhere } = await context.studio.attempt(body.path, body.text);
  return { findings: [...findings, ...elsewhere] };
};
