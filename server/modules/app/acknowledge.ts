import type { OperationHandler } from '../../operation.ts';
import { acknowledgements } from './acknowledgements.ts';

export const handler: OperationHandler = async ({ context }) => ({
  items: acknowledgements(context.config.root).packages.map(({ text, ...entry }) => ({
    ...entry,
    has_text: text !== null,
  })),
});
