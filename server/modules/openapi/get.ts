import { openApiDocument } from '../../openapi.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = async ({ context }) =>
  openApiDocument(context.operations, context.config);
