import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filesUnder } from './read-parts.ts';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@blueprintjs/icons/package.json')),
  'lib/esm/generated/16px/paths',
);

export function allIcons(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js') && file !== 'index.js')
    .map((file) => file.slice(0, -3))
    .sort();
}

/** `src/generated/icons.ts`: the paths of just those icons that definitions and code name. */
export async function iconsModule(root: string): Promise<string> {
  const known = new Set(allIcons());
  const wanted = [...new Set([...iconsInDefinitions(root), ...iconsInCode(root)])]
    .filter((name) => known.has(name))
    .sort();
  const lines = await Promise.all(
    wanted.map(async (name) => {
      const module = (await import(join(folder, `${name}.js`))) as { readonly default: readonly string[] };
      return `  ${JSON.stringify(name)}: ${JSON.stringify(module.default)},`;
    }),
  );
  return [
    '/** Paths of a 16 px icon by its name. */',
    'export const iconPaths = {',
    ...lines,
    '} as const;',
    '',
    'export type IconName = keyof typeof iconPaths;',
    '',
  ].join('\n');
}

/** `src/generated/icon-names.ts`: every icon that a definition may name; for the checker, never for a browser. */
export function iconNamesModule(): string {
  return [
    '/** Every icon that a definition may name. */',
    `export const iconNames: readonly string[] = ${JSON.stringify(allIcons(), null, 2)};`,
    '',
  ].join('\n');
}

function iconsInDefinitions(root: string): readonly string[] {
  const files = [...filesUnder(root, 'screens', /\.json$/), ...filesUnder(root, 'src', /^example\.json$/)];
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/"icon"\s*:\s*"([a-z0-9-]+)"/g)].map(
      (match) => match[1] ?? '',
    ),
  );
}

function iconsInCode(root: string): readonly string[] {
  return filesUnder(root, 'src', /\.tsx?$/)
    .filter((file) => !file.startsWith('src/generated/') && !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const tags = [...text.matchAll(/<Icon\b[^>]*?>/g)].flatMap((match) =>
        [...match[0].matchAll(/['"]([a-z0-9-]+)['"]/g)].map((name) => name[1] ?? ''),
      );
      const members = [...text.matchAll(/\bicon(?:=|: )\{?['"]([a-z0-9-]+)['"]/g)].map(
        (match) => match[1] ?? '',
      );
      return [...tags, ...members];
    });
}
