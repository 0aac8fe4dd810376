import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Column {
  readonly id: string;
  readonly title?: string;
  readonly type?: 'text' | 'integer' | 'number' | 'date' | 'boolean' | 'list' | 'shape';
  readonly required?: boolean;
  readonly most?: number;
  readonly codes?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version?: number;
  readonly columns: readonly Column[];
}

/** The JSON form of the files of each kind of import whose files are not GeoJSON, as a schema for whoever makes such files; by path. */
export function importSchemas(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'schemas/imports');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const kinds = names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kind);
  return new Map(
    kinds
      .filter(({ columns }) => columns.every(({ type }) => type !== 'shape'))
      .map(
        (kind) =>
          [
            `docs/import/${kind.id}.schema.json`,
            `${JSON.stringify(fileSchema(kind, root), null, 2)}\n`,
          ] as const,
      ),
  );
}

function fileSchema({ id, title, description, version = 1, columns }: Kind, root: string): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `${title}, version ${version}`,
    description,
    type: 'object',
    required: ['kind', 'version', 'rows'],
    properties: {
      kind: { const: id },
      version: { const: version },
      rows: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: columns.flatMap((column) => (column.required === true ? [column.id] : [])),
          properties: Object.fromEntries(columns.map((column) => [column.id, columnSchema(column, root)])),
        },
      },
    },
  };
}

function columnSchema(column: Column, root: string): object {
  const { title, type = 'text', required = false, most, codes, minimum, maximum } = column;
  const named = title === undefined ? {} : { title };
  const text = {
    ...(most === undefined ? {} : { maxLength: most }),
    ...(codes === undefined ? {} : { enum: codesOf(codes, root, required) }),
  };
  const plain = (name: string) => (required ? name : [name, 'null']);
  switch (type) {
    case 'integer':
    case 'number':
      return {
        ...named,
        type: plain(type),
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    case 'boolean':
      return { ...named, type: plain('boolean') };
    case 'list':
      return { ...named, type: plain('array'), items: { type: ['string', 'integer'], ...text } };
    case 'date':
      return { ...named, type: plain('string'), format: 'date' };
    case 'shape':
      throw new Error('Files with shapes are GeoJSON.');
    case 'text':
      return { ...named, type: plain('string'), ...text };
  }
}

function codesOf(table: string, root: string, required: boolean): readonly (string | null)[] {
  const { codes } = JSON.parse(readFileSync(join(root, `schemas/codes/${table}.json`), 'utf8')) as {
    readonly codes: readonly { readonly code: string }[];
  };
  return [...codes.map(({ code }) => code), ...(required ? [] : [null])];
}
