import { chmodSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CopyIn } from '#server/database/copy-in.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { importFiles } from '#server/import/import-files.ts';
import { RECEIVED_COLUMNS } from '#server/import/received-row.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { knownAnswer } from '#tests/support/known-answers.ts';
import { officeName, onNamedOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { processorTime, spent } from './processor-time.ts';

const folder = knownAnswer('data/psi/hunter');
const what = 'Import of real sale records into an empty office';
/** The real sales of the Hunter's six districts, a file each. */
export const zips = ['001', '002', '005', '007', '012', '511'].map((code) =>
  join(folder, `${code}_2017-2023.zip`),
);

const RECEIVED = { table: 'sale_received', columns: ['file_id', ...RECEIVED_COLUMNS] };
const LOGGED = {
  table: 'import_log',
  columns: ['file_id', 'line_no', 'district_code', 'item_type', 'item_id', 'action', 'message', 'severity'],
};

const rate = (records: number, { seconds, spent }: Measured) =>
  `${Math.round(records / seconds).toLocaleString('en-AU')} a second (${records.toLocaleString('en-AU')} in ${seconds.toFixed(1)} s; of processors: ${spent})`;

interface Measured {
  readonly seconds: number;
  /** Processor time, in words. */
  readonly spent: string;
}

async function measured(database: Pick<Database, 'owner'>, work: () => Promise<void>): Promise<Measured> {
  const before = await processorTime(database);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, spent: spent(before, await processorTime(database)) };
}

/** The same rows into a table without index, key, trigger or computed column. */
async function copyAlone(
  database: Pick<Database, 'owner'>,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): Promise<Measured> {
  const list = columns.join(', ');
  const pieces: string[] = [];
  await database.owner(async (client) => {
    for await (const piece of client.copyTo(`copy ${table} (${list}) to stdout`)) pieces.push(String(piece));
    await client.script(`create table copied as select ${list} from ${table} where false`);
  });
  const copied = await measured(database, () =>
    database.owner(async (client) => {
      const copy = new CopyIn(client, `copy copied (${list}) from stdin`);
      for (const piece of pieces) await copy.write(piece);
      await copy.end();
    }),
  );
  await database.owner((client) => client.script('drop table copied'));
  return copied;
}

async function importZips(database: Pick<Database, 'owner'>): Promise<number> {
  const { counts } = await importFiles(
    database,
    zips.map((path) => ({ name: basename(path), path })),
    { dryRun: false, keepOwnerNames: false, userId: null, workDistricts: '*', jobId: null },
  );
  return counts.read;
}

class TakenBack extends Error {}

/** Into the office that CADASTRE_DATA names, all of whose records are made up, and taken back: nothing of it stays. */
async function intoLarge(database: Database): Promise<readonly BenchLine[]> {
  let records = 0;
  const all = await measured(database, async () => {
    try {
      await database.owner(async (client) => {
        records = await importZips({ owner: (work) => work(client) });
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
  });
  return [
    {
      what: `The same into ${officeName}, up to the commit`,
      measured: rate(records, all),
      budget: '≥ 10,000 a second',
    },
  ];
}

/** Real sale records a second into an empty embedded PostgreSQL that waits for the disk, conflicts decided. */
async function intoEmpty(): Promise<readonly BenchLine[]> {
  const place = temporaryFolder('bench-import');
  // Started by root, the database runs as another user, who must get there.
  chmodSync(place.path, 0o755);
  const database = await openDatabase({ dataDir: join(place.path, 'data'), root, log: () => {} });
  try {
    let records = 0;
    const all = await measured(database, async () => {
      records = await importZips(database);
    });
    const floor = 'COPY of the same records into a table of nothing else';
    return [
      { what, measured: rate(records, all), budget: '≥ 20,000 a second' },
      { what: floor, measured: rate(records, await copyAlone(database, RECEIVED)), budget: '' },
      {
        what: 'COPY of their lines of the log',
        measured: rate(records, await copyAlone(database, LOGGED)),
        budget: '',
      },
    ];
  } finally {
    await database.close();
    place.remove();
  }
}

export async function benchImport(): Promise<readonly BenchLine[]> {
  if (!zips.every((path) => existsSync(path)))
    return [{ what, measured: 'not measured: the real files are not here', budget: '≥ 20,000 a second' }];
  const empty = await intoEmpty();
  const large = await onNamedOffice(({ database }) => intoLarge(database), { madeUp: true });
  return [...empty, ...(large ?? [])];
}
