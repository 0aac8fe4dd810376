import { chmodSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openDatabase } from '#server/database/open-database.ts';
import { importFiles } from '#server/import/import-files.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { knownAnswer } from '#tests/support/known-answers.ts';
import type { BenchLine } from './line.ts';

const folder = knownAnswer('data/psi/hunter');
const zips = ['001', '002', '005', '007', '012', '511'].map((code) => join(folder, `${code}_2017-2023.zip`));

/** Real sale records a second into an empty embedded PostgreSQL that waits for the disk, conflicts decided. */
export async function benchImport(): Promise<readonly BenchLine[]> {
  const what = 'Import of real sale records';
  if (!zips.every((path) => existsSync(path)))
    return [{ what, measured: 'not measured: the real files are not here', budget: '≥ 20,000 a second' }];
  const place = temporaryFolder('bench-import');
  // Started by root, the database runs as another user, who must get there.
  chmodSync(place.path, 0o755);
  const database = await openDatabase({ dataDir: join(place.path, 'data'), root, log: () => {} });
  try {
    let records = 0;
    const start = performance.now();
    await importFiles(
      database,
      zips.map((path) => ({ name: basename(path), path })),
      { dryRun: false, keepOwnerNames: false, userId: null, workDistricts: '*', jobId: null },
      {
        onProgress: (progress) => {
          records = progress.records;
        },
      },
    );
    const seconds = (performance.now() - start) / 1000;
    return [
      {
        what,
        measured: `${Math.round(records / seconds).toLocaleString('en-AU')} a second (${records.toLocaleString('en-AU')} in ${seconds.toFixed(1)} s)`,
        budget: '≥ 20,000 a second',
      },
    ];
  } finally {
    await database.close();
    place.remove();
  }
}
