import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './read-parts.ts';

interface FieldFile {
  readonly type: string;
  readonly title: string;
}

interface EntityFile {
  readonly $id: string;
  readonly title: string;
  readonly scope?: string;
  readonly record: { readonly id?: { readonly title: string } };
  readonly required?: readonly string[];
  readonly properties: { readonly [id: string]: FieldFile };
}

const types: { readonly [type: string]: string } = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'readonly unknown[]',
  object: '{ readonly [key: string]: unknown }',
};

/** `src/generated/entities.ts`: one record type per entity file, fields named as the columns. */
export function entitiesModule(root: string): string {
  const entities = filesUnder(root, 'schemas/entities', /\.json$/).map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as EntityFile,
  );
  return `${entities.map(recordType).join('\n\n')}\n`;
}

function recordType(entity: EntityFile): string {
  const { $id, title, required = [], properties } = entity;
  const members = Object.entries(properties).map(([id, field]) => {
    const type = types[field.type] ?? 'unknown';
    return `  /** ${field.title} */\n  readonly ${id}: ${type}${required.includes(id) ? '' : ' | null'};`;
  });
  return [
    `/** ${title} */`,
    `export interface ${$id.slice(0, 1).toUpperCase()}${$id.slice(1)}Record {`,
    `  /** ${entity.record.id?.title ?? `${title} ID`} */`,
    '  readonly id: number;',
    ...members,
    ...(entity.scope === undefined || entity.scope === 'district'
      ? ['  /** Made up for demonstration. */', '  readonly synthetic: boolean;']
      : []),
    '  readonly created_at: string;',
    '  readonly created_by: number | null;',
    '  readonly updated_at: string;',
    '  readonly updated_by: number | null;',
    '  /** Counts the saves; a save names the version that it changes. */',
    '  readonly version: number;',
    '}',
  ].join('\n');
}
