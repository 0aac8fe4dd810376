import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'definition.validator'> = async ({ params, context, reply }) => {
  const module = await context.definitions.validatorModule(params.file.replace(/\.js$/, ''));
  if (module === null) throw new Problem('not-found');
  reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/javascript; charset=utf-8');
  return Buffer.from(module);
};
