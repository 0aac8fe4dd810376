import { isJsonObject } from '#src/core/values.ts';
import type { Database } from '../../database/open-database.ts';
import { jobsOfKinds } from '../../jobs/job-store.ts';
import { MAKE_BACKUP, TEST_BACKUP } from './backup-kinds.ts';

export interface BackupJob {
  readonly id: number;
  readonly kind: string;
  readonly backup: string | null;
  readonly state: string;
  readonly progress: number;
  readonly message: string | null;
  readonly problem: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly by: string | null;
  readonly rows: number | null;
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : null;
}

/** Everything ever done with backups, the newest first. */
export async function backupJobs(database: Pick<Database, 'owner'>): Promise<readonly BackupJob[]> {
  const jobs = await jobsOfKinds(database, [MAKE_BACKUP, TEST_BACKUP]);
  return jobs.map(
    ({ id, kind, payload, state, progress, message, problem, created_at, finished_at, by, result }) => {
      const [backup, rows] = [memberOf(payload, 'backup'), memberOf(result, 'rows')];
      return {
        id,
        kind,
        backup: typeof backup === 'string' ? backup : null,
        state,
        progress,
        message,
        problem,
        created_at,
        finished_at,
        by,
        rows: typeof rows === 'number' ? rows : null,
      };
    },
  );
}

export function isOpen({ state }: Pick<BackupJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
