// Where valuation files lie, and how they are called outside.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = /^[0-9a-f]{64}\.zip$/;

export function valuationFolder(dataDir: string): string {
  return join(dataDir, 'valuation-files');
}

export function valuationPath(dataDir: string, hash: string): string {
  const name = `${hash}.zip`;
  if (!fileName.test(name)) throw new RangeError(`"${hash.slice(0, 70)}" is no hash of a valuation file.`);
  return join(valuationFolder(dataDir), name);
}

/** What lies there, kept or not. */
export function valuationFiles(dataDir: string): Promise<readonly string[]> {
  return readdir(valuationFolder(dataDir)).catch(() => []);
}

/** Takes away what no row names: half of a file that was being made, or one whose row was never kept. */
export async function dropUnnamed(
  dataDir: string,
  names: readonly string[],
  hashes: ReadonlySet<string>,
): Promise<void> {
  const folder = valuationFolder(dataDir);
  for (const name of names)
    if (!hashes.has(name.replace(/\.zip$/, ''))) await rm(join(folder, name), { force: true });
}
