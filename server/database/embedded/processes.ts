import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // A zombie answers signals, but holds nothing.
  const state = /^\d+ \(.*\) (\S)/s.exec(procText(pid, 'stat') ?? '')?.[1];
  return state !== 'Z' && state !== 'X';
}

/** What tells a process from a later one with its number: its start, in the system's own words. */
export function startOf(pid: number): string | null {
  const stat = procText(pid, 'stat');
  if (stat !== null) {
    const boot = existsSync('/proc/sys/kernel/random/boot_id')
      ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      : '';
    // Fields after the name in parentheses; the twentieth is the start time.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  }
  if (process.platform === 'win32') return null;
  const result = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return result.stdout?.trim() || null;
}

/** The command line, or null where it cannot be read. */
export function commandOf(pid: number): string | null {
  const text = procText(pid, 'cmdline');
  if (text !== null) return text.replaceAll('\0', ' ');
  if (process.platform === 'win32') return null;
  const result = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return result.stdout?.trim() || null;
}

function procText(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await wait(20))
    if (!isAlive(pid)) return true;
  return !isAlive(pid);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}
