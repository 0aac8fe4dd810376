import type { SchemaNode } from './schema.ts';

/** The meta-schemas as they lie under schemas/meta: all that a definition may say. */
export interface MetaSchemas {
  readonly screen: SchemaNode;
  readonly entity: SchemaNode;
  readonly form: SchemaNode;
  readonly operation: SchemaNode;
  readonly codes: SchemaNode;
  readonly menu: SchemaNode;
  readonly terms: SchemaNode;
  readonly expectation: SchemaNode;
}

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
