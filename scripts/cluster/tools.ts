// Debian's PostgreSQL and pgbouncer: found, or installed where that is possible.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is missing for a cluster on this machine, in a sentence. */
export class MissingError extends Error {}

export interface Tools {
  /** Folder of initdb, postgres and pg_basebackup. */
  readonly bin: string;
  readonly pgbouncer: string;
  /** Whom both run as, who refuse root; nothing where this is not root. */
  readonly user: { readonly uid: number; readonly gid: number } | Record<string, never>;
}

const home = '/usr/lib/postgresql';
const oldest = 15;

function postgresBin(): string | null {
  if (!existsSync(home)) return null;
  const versions = readdirSync(home)
    .filter((name) => Number(name) >= oldest && existsSync(join(home, name, 'bin', 'pg_basebackup')))
    .sort((a, b) => Number(a) - Number(b));
  const newest = versions.at(-1);
  return newest === undefined ? null : join(home, newest, 'bin');
}

function pgbouncerAt(): string | null {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path)) ?? null;
}

function install(packages: readonly string[]): void {
  console.log(`Installing Debian's ${packages.join(' and ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env,
  });
}

function idOf(flag: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (status !== 0)
    throw new MissingError('There is no user postgres, whom PostgreSQL and pgbouncer run as under root.');
  return Number(stdout);
}

export function findTools(): Tools {
  const isRoot = process.getuid?.() === 0;
  const missing = () => [...(postgresBin() ? [] : ['postgresql']), ...(pgbouncerAt() ? [] : ['pgbouncer'])];
  if (isRoot && missing().length > 0 && existsSync('/usr/bin/apt-get')) install(missing());
  const [bin, pgbouncer] = [postgresBin(), pgbouncerAt()];
  if (!bin || !pgbouncer)
    throw new MissingError(
      `Debian's ${missing().join(' and ')} (PostgreSQL ${oldest} or newer) is not installed here. ` +
        `As root run: apt-get install ${missing().join(' ')}`,
    );
  return { bin, pgbouncer, user: isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {} };
}

/** Gives a file or folder to whom PostgreSQL and pgbouncer run as. */
export function giveTo({ user }: Pick<Tools, 'user'>, path: string): void {
  if ('uid' in user) chownSync(path, user.uid, user.gid);
}

/** Runs a program of PostgreSQL's to its end. */
export function runTool({ bin, user }: Tools, name: string, args: readonly string[], folder: string): void {
  const { status, stderr } = spawnSync(join(bin, name), args, { ...user, cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
}

/** Sends a signal to a process that we began, and waits until it has ended. */
export async function endChild(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
