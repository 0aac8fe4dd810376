import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSetupError } from '../errors.ts';
import type { Binaries } from './binaries.ts';
import { asUser } from './cluster.ts';
import type { Place } from './place.ts';
import { commandOf, isAlive, signal, waitForEnd } from './processes.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface Postmaster {
  readonly pid: number;
  readonly process: ChildProcess;
}

/** A socket's name holds the port, so one number does for every folder; Windows listens on loopback instead. */
export const socketPort = 5432;

const settings: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // Two servers with all their connections, and others beside them.
  max_connections: '80',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements hold what people typed; they stay out of the log.
  log_min_error_statement: 'panic',
  password_encryption: 'scram-sha-256',
  unix_socket_permissions: '0700',
};

const largestLog = 10_000_000;

/** Ends a server that an earlier, killed owner left on this cluster, and clears what a crash left behind. */
export async function endOrphan(place: Place, log: (line: string) => void): Promise<void> {
  const pid = postmasterPid(place);
  if (pid === null) return;
  if (!isAlive(pid)) return;
  // The number may belong to another process by now; PostgreSQL itself would only refuse to start.
  const command = commandOf(pid);
  if (command !== null && !(command.includes('postgres') && command.includes(place.cluster))) {
    rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Ending the PostgreSQL (process ${pid}) that an earlier server left running.`);
  await endPostmaster(pid);
}

export async function endPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, 20_000)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, 10_000)) return;
  signal(pid, 'SIGKILL');
  await waitForEnd(pid, 5_000);
}

export function postmasterPid(place: Place): number | null {
  const pid = Number(pidFile(place)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** The port of the server that runs on the cluster, from its own file. */
export function listeningPort(place: Place): number | null {
  const port = Number(pidFile(place)[3]);
  return Number.isInteger(port) && port > 0 ? port : null;
}

function pidFile(place: Place): readonly string[] {
  try {
    return readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Resolves when connections are taken; a recovery after a crash may take its time. */
export async function startPostmaster(
  place: Place,
  binaries: Binaries,
  endpoint: Endpoint,
  extra: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const from = existsSync(place.logFile) ? statSync(place.logFile).size : 0;
    const child = launch(place, binaries, endpoint, extra);
    const outcome = await ready(place, child);
    if (outcome.pid !== null) return { pid: outcome.pid, process: child };
    const reason = tailOf(place.logFile, from);
    // Children of a killed postmaster hold its memory for a moment.
    if (attempt < 40 && /shared memory block|lock file "postmaster.pid" already exists/.test(reason)) {
      await wait(250);
      continue;
    }
    throw new DatabaseSetupError(
      `PostgreSQL did not start: ${reason || outcome.reason} Its log is ${place.logFile}.`,
    );
  }
}

function launch(
  place: Place,
  binaries: Binaries,
  endpoint: Endpoint,
  extra: Readonly<Record<string, string>>,
): ChildProcess {
  if (existsSync(place.logFile) && statSync(place.logFile).size > largestLog)
    renameSync(place.logFile, `${place.logFile}.1`);
  const all = { ...settings, ...listening(place, endpoint), ...sharedMemory(), ...extra };
  const args = [
    '-D',
    place.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // A file, not a pipe: the server outlives us for the moment that its clean end takes. Its own group, so that Ctrl+C
  // in a terminal reaches us alone and requests under way can finish.
  const output = openSync(place.logFile, 'a', 0o600);
  try {
    const [command, ...rest] = limited([binaries.postgres, ...args]);
    return spawn(command, rest, {
      ...asUser(place),
      stdio: ['ignore', output, output],
      detached: true,
    });
  } finally {
    closeSync(output);
  }
}

/** Kilobytes of address space of each of its processes: a report that needs more is refused, and nothing else ends. */
const mostMemory = 2 * 1024 * 1024;

/** Under Linux alone a process can be held to its memory; the shell gives way to PostgreSQL, which has its number. */
function limited(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  if (process.platform !== 'linux') return command;
  return ['/bin/sh', '-c', `ulimit -v ${mostMemory} && exec "$0" "$@"`, ...command];
}

function listening(place: Place, endpoint: Endpoint): Readonly<Record<string, string>> {
  if (process.platform === 'win32')
    return { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' };
  return { listen_addresses: '', port: String(endpoint.port), unix_socket_directories: place.socket };
}

// Parallel queries share memory through /dev/shm, which a container may keep at 64 MB.
function sharedMemory(): Readonly<Record<string, string>> {
  if (process.platform !== 'linux') return {};
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    return blocks * bsize < 256_000_000 ? { dynamic_shared_memory_type: 'mmap' } : {};
  } catch {
    return { dynamic_shared_memory_type: 'mmap' };
  }
}

async function ready(place: Place, child: ChildProcess): Promise<{ pid: number | null; reason: string }> {
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = `${error.message}.`;
  });
  child.once('exit', (code, name) => {
    failure ??= `it ended with ${code ?? name}.`;
  });
  for (;;) {
    if (failure !== null) return { pid: null, reason: failure };
    const lines = pidFile(place);
    if (child.pid !== undefined && Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready')
      return { pid: child.pid, reason: '' };
    await wait(15);
  }
}

function tailOf(file: string, from: number): string {
  try {
    return readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-6).join(' ');
  } catch {
    return '';
  }
}
