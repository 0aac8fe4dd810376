import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function read(ask: () => string): string {
  try {
    return ask()
      .replace(/[^0-9a-f]/g, '')
      .slice(0, 12);
  } catch {
    // A system that tells neither has no containers that could share a name.
    return '';
  }
}

/**
 * Where a process id means something: containers may share the name of their host and not its processes, and machines made
 * from one picture a name.
 */
const place = [
  hostname(),
  read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  read(() => readlinkSync('/proc/self/ns/pid').replace('pid', '')),
].join('/');

/** Names this process as the holder of a job: its place, process id and a mark, since a process id comes round again. */
export function thisHolder(): string {
  return `${place}:${process.pid}:${mark}`;
}

const mark = randomBytes(4).toString('hex');

/** Seconds without a sign of life after which a holder in another place counts as dead. */
export const SILENT_SECONDS = 60;

/**
 * Whether the holder of a running job has died; this process too may hold one that it never heard of, where the database
 * went away with the answer. `isAlive` asks for a process of this place.
 */
export function isHolderDead(
  holder: string | null,
  silentSeconds: number,
  isAlive: (pid: number) => boolean = processIsAlive,
): boolean {
  const [host, pid, itsMark] = (holder ?? '').split(':');
  if (host === place && pid !== undefined) {
    // Our own number with another mark: a process before us had it.
    const isOurs = Number(pid) === process.pid;
    if (isOurs ? itsMark !== mark : !isAlive(Number(pid))) return true;
  }
  return silentSeconds > SILENT_SECONDS;
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
