import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './read-parts.ts';

interface EntityFile {
  readonly title: string;
  readonly singular?: string;
  readonly plural?: string;
  readonly icon?: string;
  readonly record: {
    readonly prefix: string;
    readonly list: string;
    readonly itemType: string;
  };
}

interface CodeFile {
  readonly codes: readonly { readonly code: string; readonly label: string }[];
}

const usual = 'document';
const json = JSON.stringify;

function camel(icon: string): string {
  return `${icon.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Icon`;
}

/**
 * `src/generated/item-types.ts`: what the frame tells of the types whose records have a page at `/{prefix}/:id`; one that
 * is named by its code alone has no page. It is loaded before the sign-in, so no other type belongs in it.
 */
export function itemTypesModule(root: string): string {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const routes = new Set(
    filesUnder(root, 'screens', /(?<!\.test)\.json$/).map((file) => (read(file) as { route?: string }).route),
  );
  const entities = filesUnder(root, 'schemas/entities', /\.json$/)
    .map((file) => read(file) as EntityFile)
    .filter(({ record }) => routes.has(`/${record.prefix}/:id`));
  const { codes } = read('schemas/codes/itemType.json') as CodeFile;
  const known = new Set(entities.map(({ record }) => record.itemType));
  const types = [
    ...entities.map(
      ({ title, singular = title.toLowerCase(), plural = `${singular}s`, icon = usual, record }) => ({
        icon,
        text: `code: ${json(record.itemType)}, title: ${json(title)}, plural: ${json(plural)}, list: ${json(record.list)}, prefix: ${json(record.prefix)}`,
      }),
    ),
    ...codes
      .filter(({ code }) => !known.has(code))
      .map(({ code, label }) => ({
        icon: usual,
        text: `code: ${json(code)}, title: ${json(label)}, plural: ${json(`${label.toLowerCase()}s`)}, list: null, prefix: null`,
      })),
  ];
  const icons = [...new Set(types.map(({ icon }) => icon))].sort();
  return `${[
    ...icons.map(
      (icon) => `import ${camel(icon)} from '@blueprintjs/icons/lib/esm/generated/16px/paths/${icon}.js';`,
    ),
    '',
    'export interface NamedType {',
    '  readonly code: string;',
    '  readonly title: string;',
    '  readonly plural: string;',
    '  /** Name of its list in calls; null where there is none. */',
    '  readonly list: string | null;',
    '  /** First part of the address of a record; null where records have no page. */',
    '  readonly prefix: string | null;',
    '  readonly icon: readonly string[];',
    '}',
    '',
    'export const itemTypes: readonly NamedType[] = [',
    ...types.map(({ icon, text }) => `  { ${text}, icon: ${camel(icon)} },`),
    '];',
  ].join('\n')}\n`;
}
