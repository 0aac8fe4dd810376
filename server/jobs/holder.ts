import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Names this process as the holder of a job: host, process id and a mark, since a process id comes round again. */
export function thisHolder(): string {
  return `${hostname()}:${process.pid}:${mark}`;
}

const mark = randomBytes(4).toString('hex');

/** Seconds without a sign of life after which a holder on another host counts as dead. */
export const SILENT_SECONDS = 60;

/** Whether the holder of a running job has died. `isAlive` asks for a process of this host. */
export function isHolderDead(
  holder: string | null,
  silentSeconds: number,
  isAlive: (pid: number) => boolean = processIsAlive,
): boolean {
  const [host, pid, itsMark] = (holder ?? '').split(':');
  if (host === hostname() && pid !== undefined) {
    // Our own number with another mark: a process before us had it.
    if (Number(pid) === process.pid) return itsMark !== mark;
    if (!isAlive(Number(pid))) return true;
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
