import { lastMigration } from '../database/migrate.ts';
import type { Database } from '../database/open-database.ts';
import type { Faults } from './faults.ts';

/** Tells of itself where a newer program has brought the database to its own version. */
export async function lookAtSchema(
  database: Pick<Database, 'newerSchema'>,
  faults: Pick<Faults, 'set'>,
): Promise<void> {
  const newer = await database.newerSchema();
  faults.set(
    'schema',
    'migrations',
    newer &&
      `The database was brought to migration ${newer.number} (${newer.name}) by a newer program; this server knows ` +
        `${lastMigration()}. It serves what still fits, refuses the rest, and begins no job. Update it, and start it again.`,
  );
}
