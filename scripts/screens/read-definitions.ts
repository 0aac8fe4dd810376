import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetaSchemas } from '#src/core/check/language.ts';
import type { SourceFile } from '#src/core/load/load.ts';
import { filesUnder, readSchema } from '../generate/read-parts.ts';

/** Every definition file under a root: screens and schemas, without the meta-schemas. */
export function readDefinitions(root: string): readonly SourceFile[] {
  return [...filesUnder(root, 'screens', /\.json$/), ...filesUnder(root, 'schemas', /\.json$/)]
    .filter((path) => !path.startsWith('schemas/meta/'))
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
}

export function readMeta(root: string): MetaSchemas {
  const schema = (kind: string) => readSchema(join(root, 'schemas/meta', `${kind}.schema.json`));
  return {
    screen: schema('screen'),
    entity: schema('entity'),
    form: schema('form'),
    operation: schema('operation'),
    codes: schema('codes'),
    menu: schema('menu'),
    terms: schema('terms'),
    expectation: schema('expectation'),
  };
}
