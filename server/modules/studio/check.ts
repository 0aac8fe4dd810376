import { knownKind } from '../../definitions/studio.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<{ body: { path: string; text: string } }> = async ({
  body,
  context,
}) => {
  knownKind(body.path);
  const { findings, elsewhere } = await context.studio.attempt(body.path, body.text);
  return { findings: [...findings, ...elsewhere] };
};
