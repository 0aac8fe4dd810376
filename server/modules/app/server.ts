import type { DatabaseClient } from '../../database/client.ts';
import type { OperationHandler } from '../../operation.ts';

const shownJobs = 20;

async function aboutDatabase(client: DatabaseClient) {
  const about = await client.query<{ version: string; size: number; sessions: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
       (select count(*)::integer from session where revoked_at is null and expires_at > now()) as sessions`,
  );
  const migrations = await client.query('select number, name, applied_at from migration order by number');
  const jobs = await client.query(
    `select j.id, j.kind, j.state, j.progress::float8 as progress, j.message, j.problem, u.full_name as created_by,
       j.created_at, j.started_at, j.finished_at
     from job j left join app_user u on u.id = j.created_by order by j.id desc limit ${shownJobs}`,
  );
  return { about: about.rows[0], migrations: migrations.rows, jobs: jobs.rows };
}

export const handler: OperationHandler = async ({ context }) => {
  const { config, database } = context;
  const { about, migrations, jobs } = await database.owner(aboutDatabase);
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
    jobs,
  };
};
