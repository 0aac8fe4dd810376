import type { OperationHandler } from '../../operation.ts';
import { openApiDocument } from './document.ts';

export const handler: OperationHandler = async ({ context }) =>
  openApiDocument(context.operations, context.config);
