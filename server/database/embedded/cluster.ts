import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSetupError } from '../errors.ts';
import type { Binaries } from './binaries.ts';
import type { Place } from './place.ts';

/** Of the roles that sign in: the superuser, used to set up only, and the owner that Cadastre works as. */
export interface Passwords {
  readonly superuser: string;
  readonly owner: string;
}

export function passwordsOf(place: Place): Passwords {
  if (!existsSync(place.password)) {
    const fresh = `${place.password}.new`;
    writeFileSync(fresh, `${randomBytes(24).toString('hex')} ${randomBytes(24).toString('hex')}\n`, {
      mode: 0o600,
    });
    renameSync(fresh, place.password);
  }
  const [superuser, owner] = readFileSync(place.password, 'utf8').trim().split(' ');
  if (!superuser || !owner)
    throw new DatabaseSetupError(
      `${place.password} does not hold the two passwords of the database. Restore the file.`,
    );
  return { superuser, owner };
}

/** Makes the cluster aside and renames it, so that an initdb killed half way leaves nothing that counts. */
export async function ensureCluster(
  place: Place,
  binaries: Binaries,
  passwords: Passwords,
): Promise<boolean> {
  prepareSocket(place);
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return false;
  if (existsSync(place.cluster))
    throw new DatabaseSetupError(`${place.cluster} exists and is no PostgreSQL cluster. Move it away.`);
  // A name of its own: an initdb whose starter was killed may go on writing under the old one for a moment.
  for (const name of readdirSync(place.folder))
    if (name.startsWith(`${basename(place.cluster)}.new`))
      rmSync(join(place.folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const aside = `${place.cluster}.new-${randomBytes(4).toString('hex')}`;
  mkdirSync(aside, { mode: 0o700 });
  give(aside, place);
  // initdb reads the password from a file that it must be able to open.
  const passwordFile = join(aside, 'password');
  mkdirSync(join(aside, 'data'), { mode: 0o700 });
  give(join(aside, 'data'), place);
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 });
  give(passwordFile, place);
  await run(place, binaries.initdb, [
    `--pgdata=${join(aside, 'data')}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  renameSync(join(aside, 'data'), place.cluster);
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function prepareSocket(place: Place): void {
  mkdirSync(place.socket, { recursive: true, mode: 0o700 });
  const stat = lstatSync(place.socket);
  const ours = stat.uid === process.getuid?.() || stat.uid === place.runAs?.uid;
  if (process.platform !== 'win32' && (!stat.isDirectory() || !ours))
    throw new DatabaseSetupError(
      `${place.socket} belongs to somebody else. Remove it, or set CADASTRE_DATA to a shorter path.`,
    );
  give(place.socket, place);
  chmodSync(place.socket, 0o700);
}

function give(path: string, place: Place): void {
  if (place.runAs) chownSync(path, place.runAs.uid, place.runAs.gid);
}

function run(place: Place, command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { ...asUser(place), stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new DatabaseSetupError(`initdb ended with ${code}: ${errors.trim() || 'no message'}.`));
    });
  });
}

/** Its own uid where ours is root, a folder it can enter, and no settings of a foreign PostgreSQL. */
export function asUser(place: Place): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' };
  for (const name of ['SYSTEMROOT', 'TEMP', 'TMP']) if (process.env[name]) env[name] = process.env[name];
  return { ...(place.runAs ? { uid: place.runAs.uid, gid: place.runAs.gid } : {}), cwd: place.socket, env };
}
