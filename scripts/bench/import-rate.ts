import { chmodSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OwnerClient } from '#server/database/client.ts';
import { CopyIn } from '#server/database/copy-in.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { importFiles } from '#server/import/import-files.ts';
import { RECEIVED_COLUMNS } from '#server/import/received-row.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { knownAnswer } from '#tests/support/known-answers.ts';
import type { BenchLine } from './line.ts';

const folder = knownAnswer('data/psi/hunter');
/** The real sales of the Hunter's six districts, a file each. */
export const zips = ['001', '002', '005', '007', '012', '511'].map((code) =>
  join(folder, `${code}_2017-2023.zip`),
);

const RECEIVED = { table: 'sale_received', columns: ['file_id', ...RECEIVED_COLUMNS] };
const LOGGED = {
  table: 'import_log',
  columns: ['file_id', 'line_no', 'district_code', 'item_type', 'item_id', 'action', 'message', 'severity'],
};

const rate = (records: number, seconds: number) =>
  `${Math.round(records / seconds).toLocaleString('en-AU')} a second (${records.toLocaleString('en-AU')} in ${seconds.toFixed(1)} s)`;

/** Seconds that the same rows take into a table without index, key, trigger or computed column. */
async function copyAlone(
  client: OwnerClient,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): Promise<number> {
  const list = columns.join(', ');
  const pieces: string[] = [];
  for await (const piece of client.copyTo(`copy ${table} (${list}) to stdout`)) pieces.push(String(piece));
  await client.script(`create table copied as select ${list} from ${table} where false`);
  const start = performance.now();
  const copy = new CopyIn(client, `copy copied (${list}) from stdin`);
  for (const piece of pieces) await copy.write(piece);
  await copy.end();
  const seconds = (performance.now() - start) / 1000;
  await client.script('drop table copied');
  return seconds;
}

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
    const received = await database.owner((client) => copyAlone(client, RECEIVED));
    const logged = await database.owner((client) => copyAlone(client, LOGGED));
    return [
      { what, measured: rate(records, seconds), budget: '≥ 20,000 a second' },
      {
        what: 'COPY of the same records into a table of nothing else',
        measured: rate(records, received),
        budget: '',
      },
      {
        what: 'COPY of the same records, and of their lines of the log',
        measured: rate(records, received + logged),
        budget: '',
      },
    ];
  } finally {
    await database.close();
    place.remove();
  }
}
