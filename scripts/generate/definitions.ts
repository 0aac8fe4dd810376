import { compile } from 'json-schema-to-typescript';
import type { MetaSchemas } from '#src/core/check/language.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';

/** `src/generated/definitions.ts`: what a person may write in a screen, as types. */
export async function definitionsModule(meta: MetaSchemas): Promise<string> {
  const { definitions = {}, ...screen } = meta.screen;
  const part = (prefix: string) => ({
    anyOf: Object.keys(definitions)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ $ref: `#/definitions/${name}` })),
  });
  const schema = {
    ...screen,
    definitions: {
      ...definitions,
      block: part('block.'),
      action: part('action.'),
      widgetObject: part('widget.'),
    },
  };
  return compile(withAlternatives(schema as unknown as JsonObject) as never, 'ScreenDefinition', {
    bannerComment: '',
    format: false,
    unknownAny: true,
    maxItems: -1,
  });
}

// The types know alternatives, not conditions.
function withAlternatives(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withAlternatives);
  if (!isJsonObject(schema)) return schema;
  const { then: use, else: entry } = schema;
  if (schema['x-use'] && use && entry) return { anyOf: [withAlternatives(entry), withAlternatives(use)] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withAlternatives(value)]));
}
