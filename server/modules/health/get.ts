import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'health.get'> = async ({ context }) => {
  await context.database.ping();
  const { screens, broken } = context.definitions.current();
  return {
    status: 'ok',
    version: context.config.version,
    database: 'ok',
    definitions: { screens: screens.size, errors: broken.size },
  };
};
