import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentFormat, migrated } from '#src/core/migrations/migrate.ts';
import type { Json } from '#src/core/values.ts';
import { here, prepareLibrary } from './fixture.ts';

const folder = join(here, 'migrations');
const steps = readdirSync(folder).sort();
const read = (step: string, name: string): Json => JSON.parse(readFileSync(join(folder, step, name), 'utf8'));

const older = {
  format: 0,
  id: 'older',
  route: '/older',
  title: 'Older',
  perm: 'bookV',
  sql: 'older',
  blocks: [{ id: 'list', type: 'grid', rowKey: 'id', columns: ['title'] }],
};
const library = (definition: object) =>
  prepareLibrary(null, [{ path: 'screens/older.json', bytes: JSON.stringify(definition, null, 2) }], true);

describe('definitions of an older format', () => {
  it.each(steps)('are brought to the next by fixtures in and out: %s', (step) => {
    const before = read(step, 'in.json');
    const copy = structuredClone(before);
    const { json, from, changes } = migrated(before);
    expect(json).toEqual(read(step, 'out.json'));
    expect(from).toBe(Number(step) - 1);
    expect(changes.length).toBeGreaterThan(0);
    expect(before).toEqual(copy);
  });

  it('have a fixture for every step', () => {
    expect(steps.length).toBe(currentFormat);
  });

  it('draw like those of today, with a warning that tells the verb', () => {
    const { screens, diagnostics } = library(older);
    expect(screens.find(({ id }) => id === 'older')?.needs).toBe('bookV');
    expect(diagnostics.map(({ rule, severity, line }) => ({ rule, severity, line }))).toEqual([
      { rule: 'older-format', severity: 'warning', line: 2 },
    ]);
  });

  it('are refused when they are newer than the engine', () => {
    const { diagnostics, broken } = library({ ...older, format: 9 });
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['newer-format']);
    expect(broken.map(({ id }) => id)).toEqual(['older']);
  });

  it('stay as they are when they are of today or name no format', () => {
    for (const json of [{ format: currentFormat, perm: 'x' }, { perm: 'x' }, { format: 'x' }, [], null])
      expect(migrated(json).json).toBe(json);
  });
});
