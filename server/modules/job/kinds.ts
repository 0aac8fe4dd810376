import type { Database } from '../../database/open-database.ts';
import { importKind, keepOwnerNames, shellImport } from '../../import/import-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { makeBackup, tryBackup } from '../backup/backup-kinds.ts';

/** Every kind of job there is; `schemas/codes/jobKind.json` names them for people. */
export function jobKinds(server: {
  readonly database: Database;
  readonly dataDir: string;
}): readonly JobKind[] {
  return [
    importKind({ ...server, keepOwnerNames: keepOwnerNames() }),
    shellImport,
    makeBackup(server),
    tryBackup(server),
  ];
}
