import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionKinds, type MetaSchemas } from '#src/core/check/language.ts';
import type { SourceFile } from '#src/core/load/load.ts';
import { filesUnder, readSchema } from '../generate/read-parts.ts';

/** Every definition file under a root: screens and schemas, without the meta-schemas. */
export function readDefinitions(root: string): readonly SourceFile[] {
  return [...filesUnder(root, 'screens', /\.json$/), ...filesUnder(root, 'schemas', /\.json$/)]
    .filter((path) => !path.startsWith('schemas/meta/'))
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
}

export function readMeta(root: string): MetaSchemas {
  const read = (kind: string) => [kind, readSchema(join(root, 'schemas/meta', `${kind}.schema.json`))];
  return Object.fromEntries(definitionKinds.map(read)) as unknown as MetaSchemas;
}
