import type { Database } from '#server/database/open-database.ts';
import { importFiles } from '#server/import/import-files.ts';
import type { ImportHooks, ImportOptions } from '#server/import/import-options.ts';
import type { ImportSummary } from '#server/import/summary.ts';

/** Imports uploads given as name and content. */
export function importOf(
  database: Pick<Database, 'owner'>,
  uploads: Readonly<Record<string, string | Buffer>>,
  options: Partial<ImportOptions> = {},
  hooks: ImportHooks = {},
): Promise<ImportSummary> {
  return importFiles(
    database,
    Object.entries(uploads).map(([name, content]) => ({
      name,
      bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content,
    })),
    { dryRun: false, keepOwnerNames: false, userId: null, workDistricts: '*', jobId: null, ...options },
    hooks,
  );
}

export async function rowsOf<Row>(database: Pick<Database, 'owner'>, sql: string): Promise<readonly Row[]> {
  const { rows } = await database.owner((client) => client.query<Row & Record<string, unknown>>(sql));
  return rows;
}
