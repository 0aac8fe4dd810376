import { lookAtSchema } from '../../access/look-at-schema.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'health.get'> = async ({ context }) => {
  await context.database.ping();
  await context.dataFolder.look();
  await lookAtSchema(context.database, context.faults);
  const { screens, broken } = context.definitions.current();
  const faults = [...new Set(context.faults.list().map(({ kind }) => kind))];
  return {
    status: faults.length === 0 ? 'ok' : 'degraded',
    version: context.config.version,
    database: 'ok',
    faults,
    definitions: { screens: screens.size, errors: broken.size },
  };
};
