import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The whole name of a backup's file, which is its id. */
export const backupName = /^[A-Za-z0-9][A-Za-z0-9-]*\.cadastre\.gz$/;

export interface BackupFile {
  readonly id: string;
  readonly at: string;
  readonly size_bytes: number;
}

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

export function backupPath(dataDir: string, id: string): string {
  if (!backupName.test(id)) throw new RangeError(`"${id.slice(0, 60)}" is no backup's name.`);
  return join(backupFolder(dataDir), id);
}

export function newBackupName(now: Date): string {
  const moment = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `backup-${moment}-${randomBytes(3).toString('hex')}.cadastre.gz`;
}

export async function statBackup(dataDir: string, id: string): Promise<BackupFile | null> {
  if (!backupName.test(id)) return null;
  try {
    const found = await stat(backupPath(dataDir, id));
    return found.isFile() ? { id, at: found.mtime.toISOString(), size_bytes: found.size } : null;
  } catch {
    return null;
  }
}

/** The newest first; those that were made before a migration are among them. */
export async function listBackups(dataDir: string): Promise<readonly BackupFile[]> {
  let names: readonly string[] = [];
  try {
    names = await readdir(backupFolder(dataDir));
  } catch {
    // Nothing was ever backed up.
  }
  const files = await Promise.all(names.map((name) => statBackup(dataDir, name)));
  return files.flatMap((file) => (file ? [file] : [])).sort((a, b) => b.at.localeCompare(a.at));
}
