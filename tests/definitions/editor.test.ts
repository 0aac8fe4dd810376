import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { readMeta } from '#scripts/screens/read-definitions.ts';
import { kindOf } from '#src/core/prepare.ts';
import { root } from './fixture.ts';

// An editor reads the same meta-schemas with plain draft-07 and must not mark what our own check accepts.
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
const meta = Object.entries(readMeta(root));
const keyOf = (kind: string) => `${kind}.schema.json`;
for (const [kind, schema] of meta) ajv.addSchema(schema, keyOf(kind));
const validators = new Map(meta.map(([kind]) => [kind, ajv.getSchema(keyOf(kind))]));

const files = [
  ...filesUnder(root, 'screens', /\.json$/),
  // What else lies there, such as the list of updates, is no definition.
  ...filesUnder(root, 'schemas', /\.json$/).filter((file) => kindOf(file) !== null),
  ...filesUnder(root, 'src', /(?:^|\.)example\.json$/),
];

describe('meta-schemas in an editor', () => {
  it.each(files)('accept %s', (file) => {
    const kind = kindOf(file) ?? 'screen';
    const validate = validators.get(kind);
    validate?.(JSON.parse(readFileSync(join(root, file), 'utf8')));
    expect(validate?.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []).toEqual(
      [],
    );
  });

  it('mark a misspelt key, an unknown block and a wrong value', () => {
    const validate = validators.get('screen');
    const screen = (block: object) => ({ format: 1, id: 'a', route: '/a', title: 'A', blocks: [block] });
    expect(validate?.(screen({ id: 'b', type: 'text', text: 'x' }))).toBe(true);
    expect(validate?.(screen({ id: 'b', type: 'text', txt: 'x' }))).toBe(false);
    expect(validate?.(screen({ id: 'b', type: 'txt', text: 'x' }))).toBe(false);
    expect(validate?.(screen({ id: 'b', type: 'text', text: 'x', intent: 'loud' }))).toBe(false);
  });

  it('mark a misspelt key inside a fragment and a shared action', () => {
    const validate = (kind: string, more: object) => validators.get(kind)?.({ format: 1, id: 'a', ...more });
    expect(validate('fragment', { content: 'columns', items: [{ id: 'title', width: 40 }] })).toBe(true);
    expect(validate('fragment', { content: 'columns', items: [{ id: 'title', widht: 40 }] })).toBe(false);
    expect(validate('action', { steps: [{ type: 'close' }, { action: 'b' }] })).toBe(true);
    expect(validate('action', { steps: [{ type: 'clos' }] })).toBe(false);
  });

  it('name a definition of every file by its $schema', () => {
    const wrong = files.filter((file) => {
      const { $schema } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { $schema?: string };
      const depth = file.split('/').length - 1;
      const expected = file.startsWith('schemas/')
        ? `${'../'.repeat(depth - 1)}meta/${kindOf(file)}.schema.json`
        : `${'../'.repeat(depth)}schemas/meta/${kindOf(file) ?? 'screen'}.schema.json`;
      return $schema !== expected;
    });
    expect(wrong).toEqual([]);
  });
});
