import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root } from './fixture.ts';

const pages = filesUnder(root, 'screens', /(^|\/)compare\.json$/);

/** Fields of the blocks of a type in a definition, wherever they stand; of forms those over the page's record, not of dialogs. */
function fieldsOf(value: unknown, type: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, type));
  if (!isJsonObject(value)) return [];
  if (value.type !== type) return fieldsOf(Object.values(value), type);
  if (type === 'form' && value.data === undefined) return [];
  const sections = value.sections as readonly {
    readonly fields: readonly (string | { readonly id: string })[];
  }[];
  return sections.flatMap(({ fields }) =>
    fields.map((field) => (typeof field === 'string' ? field : field.id)),
  );
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

describe('a page that compares records', () => {
  it('is there for the record types whose results are compared', () => {
    expect(pages).toEqual(['screens/prop/compare.json', 'screens/sale/compare.json']);
  });

  it.each(pages)('has a line for every field of the record’s form: %s', (file) => {
    const record = join(dirname(file), 'record.json');
    expect(existsSync(join(root, record))).toBe(true);
    const form = fieldsOf(read(record), 'form');
    expect(form.length).toBeGreaterThan(10);
    const compared = fieldsOf(read(file), 'compare');
    expect(form.filter((id) => !compared.includes(id))).toEqual([]);
    expect(compared.length).toBe(new Set(compared).size);
  });
});
