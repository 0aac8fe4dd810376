import { lookAtRetention } from '../../jobs/retention/clear.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'retention.list'> = async ({ context }) => ({
  items: [...(await lookAtRetention(context.database, context.now()))],
});
