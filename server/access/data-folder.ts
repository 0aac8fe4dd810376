// Whether the data folder takes what is kept: asked when somebody asks how the server is, and not more often than that.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Faults } from './faults.ts';

/** Bytes that have to be free; the log and a few uploads need as much. */
const leastFree = 200 * 1024 * 1024;
const lookEveryMs = 5_000;

export interface DataFolder {
  readonly look: () => Promise<void>;
}

const unwritableCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** What the system says where a file cannot be written for want of room, or because the disk takes nothing. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unwritableCodes.has(String(error.code));
}

/** One sentence for a folder that cannot be written, with its remedy. */
export function unwritable(dataDir: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    `The data folder ${dataDir} cannot be written (${reason}). Make it writable for the user that runs the server, ` +
    'make room on its disk, or set CADASTRE_DATA to another folder.'
  );
}

/** Throws what the system says of a folder that cannot be written. */
export function tryToWrite(dataDir: string): void {
  const probe = join(dataDir, `.writable-${process.pid}`);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(probe, 'A block of its own, so that a full disk is found.'.repeat(100), { mode: 0o600 });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** What is free of a folder's disk; null where the system does not say. */
export async function freeBytes(dataDir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function watchDataFolder(
  dataDir: string,
  faults: Faults,
  ports: { readonly write?: typeof tryToWrite; readonly free?: typeof freeBytes } = {},
): DataFolder {
  const write = ports.write ?? tryToWrite;
  const free = ports.free ?? freeBytes;
  let last: { readonly at: number; readonly done: Promise<void> } | null = null;
  const look = async () => {
    try {
      write(dataDir);
      faults.set('data-folder', dataDir, null);
    } catch (error) {
      faults.set('data-folder', dataDir, unwritable(dataDir, error));
    }
    const left = await free(dataDir);
    const megabytes = Math.floor((left ?? 0) / 1024 / 1024 / 10) * 10;
    faults.set(
      'disk',
      dataDir,
      left === null || left >= leastFree
        ? null
        : `The disk of the data folder ${dataDir} is nearly full: about ${megabytes} MB are left. Make room.`,
    );
  };
  return {
    look: () => {
      const at = performance.now();
      if (!last || at - last.at >= lookEveryMs) last = { at, done: look() };
      return last.done;
    },
  };
}
