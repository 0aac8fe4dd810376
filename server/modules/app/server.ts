import type { OperationAnswer } from '#src/generated/operations.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { OperationHandler } from '../../operation.ts';

type Migration = OperationAnswer['app.server']['database']['migrations'][number];

async function aboutDatabase(client: DatabaseClient) {
  const about = await client.query<{ version: string; size: number; sessions: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
       (select count(*)::integer from session where revoked_at is null and expires_at > now()) as sessions`,
  );
  const migrations = await client.query<Migration>(
    'select number, name, applied_at from migration order by number',
  );
  return { about: about.rows[0], migrations: migrations.rows };
}

export const handler: OperationHandler<'app.server'> = async ({ context }) => {
  const { config, database } = context;
  const { about, migrations } = await database.owner(aboutDatabase);
  const { screens, broken } = context.definitions.current();
  const uptime = process.uptime();
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
    screens: screens.size,
    broken_screens: broken.size,
    sessions: about?.sessions ?? 0,
    database: {
      engine: config.databaseUrl === null ? 'PostgreSQL, embedded' : 'PostgreSQL',
      version: about?.version ?? '',
      place: database.place,
      size_bytes: about?.size ?? 0,
      migrations,
    },
  };
};
