import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root } from './fixture.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Uses of the shared action, wherever they stand in a definition. */
function usesIn(value: unknown): readonly { readonly [param: string]: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(usesIn);
  if (!isJsonObject(value)) return [];
  const own = value.action === 'save-record' && isJsonObject(value.with) ? [value.with] : [];
  return [...own, ...Object.values(value).flatMap(usesIn)];
}

const labels = new Map<unknown, string>(
  filesUnder(root, 'schemas/entities', /\.json$/).flatMap((file) => {
    const entity = read(file);
    const record = isJsonObject(entity) ? entity.record : null;
    return isJsonObject(record) ? [[record.list, String(record.label)] as const] : [];
  }),
);
const uses = filesUnder(root, 'screens', /\.json$/).flatMap((file) =>
  usesIn(read(file)).map((use) => ({ file, list: use.list, label: use.label })),
);

describe('a record that is saved', () => {
  it.each(uses)('is told by the label of its type: $file', ({ list, label }) => {
    expect(label).toBe(labels.get(list)?.replaceAll('{', '{answer.'));
  });

  it('is saved by the shared action in more than one place', () => {
    expect(uses.length).toBeGreaterThan(1);
  });
});
