import type { OperationHandler } from '../../operation.ts';
import { openApiDocument } from './document.ts';

export const handler: OperationHandler<'openapi.get'> = async ({ context }) =>
  openApiDocument(context.operations, context.config);
