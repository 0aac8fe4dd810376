import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MAX_UPLOAD } from '#server/import/uploads.ts';
import { UsageError } from '../database/usage.ts';

const READ = /\.(dat|zip)$/i;

/**
 * The files that words of a command line name, each once, in the order of the words: a file; a folder, for the .DAT and
 * .zip files in it and in its folders by their names; @LIST, for the files and folders named in a text file, one a line.
 */
export function namedFiles(words: readonly string[]): readonly string[] {
  const files = words.flatMap((word) =>
    word.startsWith('@') ? listed(word.slice(1)).flatMap(filesAt) : filesAt(word),
  );
  return [...new Set(files)];
}

function filesAt(path: string): readonly string[] {
  const found = statOf(path);
  if (found?.isDirectory()) {
    const within = filesIn(path);
    if (within.length === 0) throw new UsageError(`No .DAT or .zip file lies in ${path}.`);
    return within;
  }
  if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`);
  const most = MAX_UPLOAD * 5;
  if (found.size > most) throw new UsageError(`${path} is larger than ${most >> 20} MB.`);
  return [resolve(path)];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap(filesAt);
}

function listed(path: string): readonly string[] {
  if (!statOf(path)?.isFile()) throw new UsageError(`There is no list ${path}.`);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new UsageError(`The list ${path} names no file.`);
  return lines;
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
