import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LanguageParts } from '#src/core/check/assemble.ts';
import { definitionKinds, type MetaSchemas } from '#src/core/check/language.ts';
import type { SchemaNode } from '#src/core/check/schema.ts';

/** The base files of the language and the schemas that blocks, actions and widgets bring along. */
export function readParts(root: string): LanguageParts {
  const base = Object.fromEntries(
    definitionKinds.map((kind) => [kind, readSchema(join(root, 'src/core/schema', `${kind}.json`))]),
  ) as unknown as MetaSchemas;
  return {
    base,
    blocks: foldersOf(join(root, 'src/blocks')),
    widgets: foldersOf(join(root, 'src/widgets')),
    actions: actionsOf(join(root, 'src/actions')),
  };
}

export function readSchema(path: string): SchemaNode {
  return JSON.parse(readFileSync(path, 'utf8')) as SchemaNode;
}

/** Paths of the files under a folder, from `root`, sorted. */
export function filesUnder(root: string, folder: string, wanted: RegExp): readonly string[] {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

function foldersOf(folder: string): { readonly [type: string]: SchemaNode } {
  if (!existsSync(folder)) return {};
  const types = readdirSync(folder).filter((type) => existsSync(join(folder, type, 'schema.json')));
  return Object.fromEntries(
    types.sort().map((type) => [type, readSchema(join(folder, type, 'schema.json'))]),
  );
}

function actionsOf(folder: string): { readonly [type: string]: SchemaNode } {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json'));
  return Object.fromEntries(
    files.sort().map((file) => [basename(file, '.schema.json'), readSchema(join(folder, file))]),
  );
}
