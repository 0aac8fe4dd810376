import { mkdirSync } from 'node:fs';
import { writeBackup } from '../../database/backup.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobRow } from '../../jobs/job-store.ts';
import { createJobRunner, type JobHandler } from '../../jobs/runner.ts';
import { writeAudit } from '../../records/record-save.ts';
import { backupFolder, backupPath, newBackupName } from './backup-files.ts';
import { dropLeftovers, testBackup } from './try-restore.ts';

export const MAKE_BACKUP = 'backup';
export const TEST_BACKUP = 'backup-test';

export interface BackupService {
  /** Answers the job's id. */
  make(userId: number, now: Date): Promise<number>;
  test(id: string, userId: number): Promise<number>;
  /** Takes up what is queued and drops what a dead process left; run at every start, after the imports' own. */
  recover(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly database: Database;
  readonly config: { readonly dataDir: string };
}

const services = new WeakMap<Database, BackupService>();

/** The one backup service of a server; made when first asked for. */
export function backupService(server: Server, log: (line: string) => void = () => undefined): BackupService {
  const known = services.get(server.database);
  if (known) return known;
  const made = createBackupService(server.database, server.config.dataDir, log);
  services.set(server.database, made);
  return made;
}

/** The backup that a job is about. */
export function backupOf(job: Pick<JobRow, 'payload'>): string {
  const { payload } = job;
  const id: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'backup') : null;
  if (typeof id !== 'string') throw new Error('The job names no backup.');
  return id;
}

function createBackupService(
  database: Database,
  dataDir: string,
  log: (line: string) => void,
): BackupService {
  const makeBackup: JobHandler = async (job, { report }) => {
    mkdirSync(backupFolder(dataDir), { recursive: true, mode: 0o700 });
    report(1, 'Writing');
    const file = backupPath(dataDir, backupOf(job));
    const tables = await database.connection((client) =>
      writeBackup(client, file, (table, share) => report(1 + Math.floor(share * 98), `Writing ${table}`)),
    );
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return { result: { rows, tables: Object.keys(tables).length } };
  };
  const runner = createJobRunner({
    database,
    log,
    handlers: {
      [MAKE_BACKUP]: makeBackup,
      [TEST_BACKUP]: async (job, { report }) => ({
        result: await testBackup(database, backupPath(dataDir, backupOf(job)), report),
      }),
    },
  });
  return {
    make: (userId, now) => {
      const backup = newBackupName(now);
      return runner.start(MAKE_BACKUP, { backup }, userId, (client, id) =>
        writeAudit(client, userId, {
          table: 'backup',
          id,
          action: 'insert',
          fromVersion: null,
          fields: { file: { old: null, new: backup } },
          forced: false,
          district: null,
          synthetic: false,
        }),
      );
    },
    test: (id, userId) => runner.start(TEST_BACKUP, { backup: id }, userId),
    recover: async () => {
      await runner.recover();
      await dropLeftovers(database).catch((error: unknown) =>
        log(`Scratch databases stay: ${String(error)}`),
      );
    },
    idle: () => runner.idle(),
    close: () => runner.close(),
  };
}
