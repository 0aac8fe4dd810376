import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { forgetRuns } from '#server/database/report-runs.ts';
import { keepDryRun } from './dry-run.ts';
import { filesInForce } from './file-rows.ts';
import type { ImportHooks, ImportOptions } from './import-options.ts';
import { ImportRun } from './import-run.ts';
import { openReader, type Reader } from './open-reader.ts';
import type { PlannedFile, UploadSource } from './plan-import.ts';
import { addSummary, type ImportSummary } from './summary.ts';
import { importTables, type TableServer } from './tables/import-tables.ts';
import { tableKinds } from './tables/table-kind.ts';
import { wrongOthers } from './wrong-file.ts';

type Owner = Pick<Database, 'owner'>;

/**
 * Imports the files of the uploads, each file whole or not at all. Files of sales go to the database many in one
 * transaction; where the database refuses them, the batch is taken apart and only the file at fault fails. Files of other
 * kinds follow one by one, where whoever imports is known to the server.
 */
export async function importFiles(
  database: Owner,
  uploads: readonly UploadSource[],
  options: ImportOptions,
  hooks: ImportHooks = {},
  tables: TableServer | null = null,
): Promise<ImportSummary> {
  const definitions = tables?.server.definitions.current();
  const reader = await (definitions
    ? openReader(uploads, tableKinds(definitions), wrongOthers(definitions))
    : openReader(uploads));
  try {
    const sales = await importRead(database, reader, options, hooks);
    if (!tables || sales.cancelled || !filesOf(reader).some(({ table }) => table)) return sales;
    return addSummary(sales, await importTables(database, tables, reader, options, hooks, sales));
  } finally {
    reader.close();
  }
}

async function importRead(
  database: Owner,
  reader: Reader,
  options: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportSummary> {
  const { plan } = reader;
  const all = filesOf(reader);
  const own = all.filter(({ table }) => !table);
  const shas = all.map((file) => file.sha);
  const start = await database.owner(
    async (client) => {
      const { rows } = await client.query<{ code: string }>('select code from district');
      return { districts: rows.map((row) => row.code), seen: await filesInForce(client, shas) };
    },
    { readOnly: true },
  );
  const work = {
    options,
    hooks,
    stamp: { userId: options.userId, jobId: options.jobId },
    filesFound: own.length,
    allFiles: all.length,
    bytesLeft: own.reduce((sum, file) => sum + (start.seen.has(file.sha) ? 0 : file.size), 0),
    shas,
  };
  const files = reader.files({
    what: 'sales',
    known: [...start.seen.keys()],
    districts: start.districts,
    workDistricts: options.workDistricts,
    keepOwnerNames: options.keepOwnerNames,
  });
  if (!options.dryRun) {
    const summary = await new ImportRun((each) => database.owner(each), work).run(plan, files);
    await database.owner(forgetRuns);
    return summary;
  }
  const outcome = await rolledBack(database, async (client) => {
    const run = new ImportRun((each) => each(client), work);
    return { summary: await run.run(plan, files), pages: run.pages };
  });
  await keepDryRun(database, outcome.pages);
  return outcome.summary;
}

const filesOf = ({ plan }: Reader): readonly PlannedFile[] => plan.flatMap(({ files }) => files);

class RolledBack extends Error {}

async function rolledBack<Result>(
  database: Owner,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  let result: { readonly value: Result } | null = null;
  try {
    await database.owner(async (client) => {
      result = { value: await work(client) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return (result as unknown as { readonly value: Result }).value;
}
