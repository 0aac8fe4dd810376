// Where the files of exports lie: each under the number of its export, as long as that is kept.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

function folderOf(dataDir: string): string {
  return join(dataDir, 'exports');
}

export function exportPath(dataDir: string, id: number): string {
  return join(folderOf(dataDir), String(id));
}

export interface KeptFile {
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Keeps the bytes so that a loss of power does not take them any more: what is marked as sent afterwards has its file. */
export async function keepExport(dataDir: string, id: number, bytes: Uint8Array): Promise<KeptFile> {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passing = `${exportPath(dataDir, id)}.part`;
  const file = await open(passing, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    await rename(passing, exportPath(dataDir, id));
  } finally {
    await file.close();
    await rm(passing, { force: true });
  }
  const directory = await open(folder, 'r');
  // Where a folder cannot be synced the rename is kept by the system when it pleases.
  await directory.sync().catch(() => {});
  await directory.close();
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length };
}

/** What lies there, ready or not. */
export function exportFiles(dataDir: string): Promise<readonly string[]> {
  return readdir(folderOf(dataDir)).catch(() => []);
}

export function dropExport(dataDir: string, name: string): Promise<void> {
  return rm(join(folderOf(dataDir), name), { force: true });
}
