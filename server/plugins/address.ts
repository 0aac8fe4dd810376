// Where the server of a data folder is reached, for commands that run beside it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ServerAddress {
  readonly pid: number;
  /** Of the application's pages, without a trailing slash. */
  readonly url: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'server.json');

/** Tells the address; the answer takes it back. */
export function tellAddress(dataDir: string, url: string): () => void {
  const mine = JSON.stringify({ pid: process.pid, url });
  try {
    writeFileSync(fileOf(dataDir), mine, { mode: 0o600 });
  } catch {
    // Commands beside it then ask for the address; the server serves all the same.
    return () => {};
  }
  return () => {
    // Another server may have started on the folder meanwhile.
    if (textOf(dataDir) === mine) rmSync(fileOf(dataDir), { force: true });
  };
}

function textOf(dataDir: string): string | null {
  try {
    return readFileSync(fileOf(dataDir), 'utf8');
  } catch {
    return null;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The address of the server that runs on a data folder; null where none does. */
export function readAddress(dataDir: string): ServerAddress | null {
  try {
    const given: unknown = JSON.parse(textOf(dataDir) ?? 'null');
    if (typeof given !== 'object' || given === null || !('pid' in given) || !('url' in given)) return null;
    const { pid, url } = given;
    return typeof pid === 'number' && typeof url === 'string' && lives(pid) ? { pid, url } : null;
  } catch {
    return null;
  }
}
