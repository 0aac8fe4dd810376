import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DefinitionFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const definitionFolders = [
  'screens',
  'schemas/entities',
  'schemas/codes',
  'schemas/forms',
  'schemas/operations',
  'schemas/queries',
  'schemas/commands',
  'schemas/exports',
  'schemas/imports',
] as const;

// The same bytes stay the same object, by which what they came to is known again.
const held = new Map<string, Buffer>();

function bytesOf(path: string): Buffer {
  const bytes = readFileSync(path);
  const before = held.get(path);
  if (before?.equals(bytes)) return before;
  held.set(path, bytes);
  return bytes;
}

/** Every definition and every SQL file beside one, in the order of their paths. */
export function readDefinitionFiles(root: string): readonly DefinitionFile[] {
  const terms = 'schemas/terms.json';
  const alone = existsSync(join(root, terms)) ? [{ path: terms, bytes: bytesOf(join(root, terms)) }] : [];
  const found = definitionFolders.flatMap((folder) => {
    let names: string[];
    try {
      names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    } catch {
      return [];
    }
    return names
      .filter((name) => /\.(json|sql)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .sort()
      .map((path) => ({ path, bytes: bytesOf(join(root, path)) }));
  });
  return [...found, ...alone];
}

/** The help pages that a screen may name, without their ending. */
export function readHelpPages(root: string): readonly string[] {
  const folder = join(root, 'docs', 'help');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replaceAll('\\', '/').slice(0, -'.md'.length))
    .sort();
}
