import type { OperationHandler } from '../../operation.ts';
import { listBackups } from './backup-files.ts';
import { backupJobs, isOpen } from './backup-jobs.ts';
import { MAKE_BACKUP, TEST_BACKUP } from './backup-kinds.ts';

const shownJobs = 20;

export const handler: OperationHandler<'backup.list'> = async ({ context }) => {
  const files = await listBackups(context.config.dataDir);
  const jobs = await backupJobs(context.database);
  return {
    items: files.map(({ id, at, size_bytes }) => {
      const made = jobs.find((job) => job.kind === MAKE_BACKUP && job.backup === id);
      const test = jobs.find((job) => job.kind === TEST_BACKUP && job.backup === id);
      return {
        id,
        at,
        size_bytes,
        made_by: made?.by ?? null,
        rows: made?.rows ?? null,
        tested_at: test && !isOpen(test) ? test.finished_at : null,
        test_state: test?.state ?? null,
        test_problem: test?.problem ?? null,
      };
    }),
    jobs: jobs.slice(0, shownJobs).map(({ by: _by, rows: _rows, ...job }) => job),
  };
};
