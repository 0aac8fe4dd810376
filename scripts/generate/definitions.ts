import { compile } from 'json-schema-to-typescript';
import type { MetaSchemas } from '#src/core/check/language.ts';

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
  return compile(schema as never, 'ScreenDefinition', {
    bannerComment: '',
    format: false,
    unknownAny: true,
    maxItems: -1,
  });
}
