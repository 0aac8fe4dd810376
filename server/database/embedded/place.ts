import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSetupError } from '../errors.ts';

/** Whom PostgreSQL runs as, when that is not us: it refuses to run as root. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  /** Everything of the embedded database lies under it. */
  readonly folder: string;
  readonly cluster: string;
  readonly socket: string;
  readonly lock: string;
  readonly password: string;
  readonly logFile: string;
  readonly runAs: RunAs | null;
}

export interface PlaceOptions {
  readonly dataDir: string;
  readonly root: string;
}

// sun_path is 104 bytes on macOS, 108 on Linux; the socket's own name is part of it.
const longestSocketPath = 100;

export function placeOf(options: PlaceOptions): Place {
  const runAs = runAsOf();
  const folder = folderOf(options, runAs);
  const short = join(folder, 'socket');
  const socket =
    join(short, '.s.PGSQL.5432').length <= longestSocketPath
      ? short
      : join(tmpdir(), `cadastre-${hashOf(folder)}`);
  return {
    folder,
    cluster: join(folder, 'postgres'),
    socket,
    lock: join(folder, 'postgres.lock'),
    password: join(folder, 'postgres.password'),
    logFile: join(folder, 'postgres.log'),
    runAs,
  };
}

function runAsOf(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const wanted = process.env.CADASTRE_DB_USER;
  for (const name of wanted ? [wanted] : ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null && uid !== 0) return { name, uid, gid };
  }
  throw new DatabaseSetupError(
    wanted
      ? `CADASTRE_DB_USER is "${wanted}", which is no unprivileged user of this machine.`
      : 'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Name one in CADASTRE_DB_USER.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number.parseInt(result.stdout ?? '', 10);
  return result.status === 0 && Number.isInteger(id) ? id : null;
}

/** The other user must reach the folder, and a checkout may lie under a closed home: then it is /var/lib. */
function folderOf({ dataDir, root }: PlaceOptions, runAs: RunAs | null): string {
  const chosen = resolve(dataDir);
  if (runAs === null) return chosen;
  if (chosen === resolve(root, 'var')) return `/var/lib/cadastre-${hashOf(resolve(root))}`;
  const closed = closedFolder(chosen, runAs);
  if (closed)
    throw new DatabaseSetupError(
      `PostgreSQL runs as ${runAs.name}, who cannot enter ${closed} on the way to ${chosen}. Set CADASTRE_DATA to a folder that ${runAs.name} can reach.`,
    );
  return chosen;
}

function closedFolder(path: string, runAs: RunAs): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder);
      const bit = stat.uid === runAs.uid ? 0o100 : stat.gid === runAs.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return folder;
    }
    if (folder === dirname(folder)) return null;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** Makes the folder; under root it must be open to walk through, its contents are closed one by one. */
export function makeFolder(place: Place): void {
  mkdirSync(place.folder, { recursive: true, mode: place.runAs ? 0o755 : 0o700 });
}
