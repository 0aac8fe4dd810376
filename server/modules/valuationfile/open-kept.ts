import { existsSync } from 'node:fs';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { found, Problem } from '../../problem.ts';
import { datasetOf, demandAllDistricts, type FileRow, fileRows } from './asked.ts';
import { type ArchiveReader, openValuationFile, ValuationFileError } from './read-archive.ts';
import { valuationPath } from './valuation-files.ts';

/** Opens a kept file for whoever may take it; who calls closes it. */
export async function openKept(
  id: string,
  caller: Caller,
  context: Context,
): Promise<{ readonly row: FileRow; readonly archive: ArchiveReader }> {
  await demandAllDistricts(caller, context);
  const dataset = await datasetOf(caller, context);
  const row = found((await fileRows(dataset, caller, context)).find((file) => file.id === id));
  const path = valuationPath(context.config.dataDir, id);
  if (!existsSync(path))
    throw new Problem(
      'not-found',
      'This valuation file is no longer in the data folder. Put it back, or make it again.',
    );
  try {
    return { row, archive: await openValuationFile(path) };
  } catch (error) {
    if (error instanceof ValuationFileError) throw new Problem('refused', error.message);
    throw error;
  }
}
