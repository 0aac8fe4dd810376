import type { DatabaseClient } from '../../database/client.ts';
import { MAKE_BACKUP, TEST_BACKUP } from './backup-service.ts';

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
  readonly [column: string]: unknown;
}

/** Everything ever done with backups, the newest first. */
export async function backupJobs(client: DatabaseClient): Promise<readonly BackupJob[]> {
  const { rows } = await client.query<BackupJob>(
    `select j.id, j.kind, j.payload ->> 'backup' as backup, j.state, j.progress::float8 as progress, j.message, j.problem,
       j.created_at, j.finished_at, u.full_name as by, (j.result ->> 'rows')::float8 as rows
     from job j left join app_user u on u.id = j.created_by
     where j.kind = any($1::text[]) order by j.id desc limit 1000`,
    [[MAKE_BACKUP, TEST_BACKUP]],
  );
  return rows;
}

export function isOpen({ state }: Pick<BackupJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
