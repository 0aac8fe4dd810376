// The source files and what they import, read once for all tests of this folder.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder } from '#scripts/generate/read-parts.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Import {
  /** A file from the root, or the name of a package. */
  readonly target: string;
  readonly package: boolean;
  readonly typeOnly: boolean;
}

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g;

/** A file that ships: no test, no page or support of one. */
export function isProduct(file: string): boolean {
  return !/\.test\.tsx?$|test-support|\/test-page|\.d\.ts$/.test(file);
}

export const sources: readonly Source[] = [
  ...filesUnder(root, 'src', /\.tsx?$/),
  ...filesUnder(root, 'server', /\.ts$/),
]
  .filter(isProduct)
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = [
      ...[...text.matchAll(statement)].map((match) => ({
        name: match[2] ?? '',
        typeOnly: match[1] !== undefined,
      })),
      ...[...text.matchAll(dynamic)].map((match) => ({ name: match[1] ?? '', typeOnly: false })),
    ];
    return { file, text, imports: found.map(({ name, typeOnly }) => resolve(file, name, typeOnly)) };
  });

function resolve(from: string, name: string, typeOnly: boolean): Import {
  // An own name of a package.
  if (name.startsWith('#date-fns/')) return { target: 'date-fns', package: true, typeOnly };
  if (name.startsWith('#')) return { target: name.slice(1), package: false, typeOnly };
  if (name.startsWith('.'))
    return { target: normalize(join(dirname(from), name)).replaceAll('\\', '/'), package: false, typeOnly };
  const parts = name.split('/');
  return {
    target: name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name),
    package: true,
    typeOnly,
  };
}

/** `src/blocks/grid`, `src/core`, `server`: the room that a file lies in. */
export function roomOf(file: string): string {
  const [top = '', room = '', part = ''] = file.split('/');
  if (top !== 'src') return top;
  const nested =
    (room === 'blocks' || room === 'widgets') &&
    existsSync(join(root, top, room, part)) &&
    !part.includes('.');
  return nested ? `${room}/${part}` : room;
}
