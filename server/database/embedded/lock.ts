import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf, DatabaseSetupError, DataHeldError } from '../errors.ts';
import { isAlive, startOf } from './processes.ts';

export interface Holder {
  readonly pid: number;
  readonly started: string | null;
}

export interface Lock {
  release(): void;
}

/** One server per folder. PostgreSQL guards its data by itself; this names the server that holds it. */
export function takeLock(file: string): Lock {
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(file, mine)) return { release: () => release(file, mine) };
    const text = textOf(file);
    if (text === null) continue;
    const holder = holderOf(text);
    if (holder && isHolding(holder)) refuse(file, holder.pid);
    // Another start may judge the same stale lock now: what was moved away must be what was judged.
    const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    try {
      renameSync(file, aside);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      throw error;
    }
    const moved = textOf(aside);
    if (moved !== null && moved !== text) create(file, moved);
    rmSync(aside, { force: true });
  }
  throw new DatabaseSetupError(`Other starts keep taking ${file}. Stop them and start again.`);
}

/** Who holds the folder now, or null. */
export function lockHolder(file: string): Holder | null {
  const text = textOf(file);
  const holder = text === null ? null : holderOf(text);
  return holder && isHolding(holder) ? holder : null;
}

function refuse(file: string, pid: number): never {
  throw new DataHeldError(
    `Another Cadastre server (process ${pid}) uses this data already, as ${file} says. Stop it, or choose another folder in CADASTRE_DATA.`,
  );
}

// A link appears with its content; a file opened and then written would be seen empty in between.
function create(file: string, text: string): boolean {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(fresh, text, { mode: 0o600 });
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (textOf(file) === mine) rmSync(file, { force: true });
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function holderOf(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return null;
    return {
      pid: value.pid,
      started: 'started' in value && typeof value.started === 'string' ? value.started : null,
    };
  } catch {
    return null;
  }
}

function isHolding(holder: Holder): boolean {
  return isAlive(holder.pid) && (holder.started === null || startOf(holder.pid) === holder.started);
}
