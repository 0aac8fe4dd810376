import { mkdirSync } from 'node:fs';
import { writeBackup } from '../../database/backup.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobKind, JobRow, Lane } from '../../jobs/job-kind.ts';
import { backupFolder, backupPath } from './backup-files.ts';
import { dropLeftovers, testBackup } from './try-restore.ts';

export const MAKE_BACKUP = 'backup';
export const TEST_BACKUP = 'backup-test';

/** Each reads the whole database: one at a time. */
const lane: Lane = { id: 'backup', most: 1 };

interface Server {
  readonly database: Database;
  readonly dataDir: string;
}

/** The backup that a job is about. */
function backupOf(job: JobRow): string {
  const { payload } = job;
  const id: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'backup') : null;
  if (typeof id !== 'string') throw new Error('The job names no backup.');
  return id;
}

export function makeBackup({ database, dataDir }: Server): JobKind {
  return {
    id: MAKE_BACKUP,
    lane,
    permission: 'admnU',
    run: async (job, { report, signal }) => {
      mkdirSync(backupFolder(dataDir), { recursive: true, mode: 0o700 });
      report(1, 'Writing');
      const file = backupPath(dataDir, backupOf(job));
      const tables = await database.connection((client) =>
        writeBackup(client, file, (table, share) => {
          signal.throwIfAborted();
          report(1 + Math.floor(share * 98), `Writing ${table}`);
        }),
      );
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      return { result: { rows, tables: Object.keys(tables).length } };
    },
  };
}

export function tryBackup({ database, dataDir }: Server): JobKind {
  return {
    id: TEST_BACKUP,
    lane,
    permission: 'admnU',
    run: async (job, { report, signal }) => ({
      result: await testBackup(database, backupPath(dataDir, backupOf(job)), (progress, message) => {
        signal.throwIfAborted();
        report(progress, message);
      }),
    }),
    sweep: () => dropLeftovers(database, TEST_BACKUP),
  };
}
