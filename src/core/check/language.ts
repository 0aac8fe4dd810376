import type { SchemaNode } from './schema.ts';

/** Every kind of definition, each with a base file of its name in src/core/schema and a meta-schema in schemas/meta. */
export const definitionKinds = [
  'screen',
  'fragment',
  'action',
  'entity',
  'form',
  'operation',
  'query',
  'command',
  'export',
  'import',
  'codes',
  'menu',
  'terms',
  'expectation',
] as const;

export type DefinitionKind = (typeof definitionKinds)[number];

/** The meta-schemas as they lie under schemas/meta: all that a definition may say. */
export type MetaSchemas = { readonly [kind in DefinitionKind]: SchemaNode };

/** The meta-schema of screens, taken apart by what `type` selects. */
export interface Language {
  readonly meta: MetaSchemas;
  readonly blocks: ReadonlyMap<string, SchemaNode>;
  readonly actions: ReadonlyMap<string, SchemaNode>;
  readonly widgets: ReadonlyMap<string, SchemaNode>;
}

export function languageOf(meta: MetaSchemas): Language {
  const part = (prefix: string): ReadonlyMap<string, SchemaNode> =>
    new Map(
      Object.entries(meta.screen.definitions ?? {})
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, schema]) => [name.slice(prefix.length), schema]),
    );
  return { meta, blocks: part('block.'), actions: part('action.'), widgets: part('widget.') };
}
