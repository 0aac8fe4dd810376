import { lookAtSchema } from '../../access/look-at-schema.ts';
import { readRestarts } from '../../access/restarts.ts';
import { readServerFacts } from '../../access/server-facts.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'app.server'> = async ({ context }) => {
  const { config, database } = context;
  const { version, size, sessions, migrations } = await readServerFacts(database);
  const { screens, broken } = context.definitions.current();
  const uptime = process.uptime();
  const restarts = readRestarts(process.env.CADASTRE_RESTARTS);
  await context.dataFolder.look();
  await lookAtSchema(database, context.faults);
  return {
    product: config.product,
    version: config.version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    started_at: new Date(context.now().getTime() - uptime * 1000).toISOString(),
    uptime_seconds: Math.floor(uptime),
    memory_bytes: process.memoryUsage.rss(),
    time_zone: config.timeZone,
    test_system: config.testSystem,
    mail: context.mail.delivery,
    reword: config.reword !== null,
    restarts: restarts.count,
    restarted_at: restarts.at,
    restart_reason: restarts.reason,
    faults: context.faults.list(),
    screens: screens.size,
    broken_screens: broken.size,
    sessions,
    database: {
      engine: config.databaseUrl === null ? 'PostgreSQL, embedded' : 'PostgreSQL',
      version,
      place: database.place,
      size_bytes: size,
      migrations,
    },
  };
};
