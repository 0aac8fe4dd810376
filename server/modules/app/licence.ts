import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { acknowledgements } from './acknowledgements.ts';

export const handler: OperationHandler<{ query: { name: string } }> = async ({ context, query }) => {
  const { packages, texts } = acknowledgements(context.config.root);
  const found = packages.find(({ name, text }) => name === query.name && text !== null);
  const text = texts[found?.text ?? -1];
  if (!found || text === undefined) throw new Problem('not-found', 'No licence text came with this package.');
  return { name: found.name, licence: found.licence, text };
};
