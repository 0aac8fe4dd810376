import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseFolder } from '#scripts/screens/check.ts';
import { lazyDatabase } from '#scripts/screens/lazy-database.ts';
import { createFactsReader } from '#server/definitions/facts.ts';
import { type DefinitionFile, readDefinitionFiles } from '#server/definitions/files.ts';
import type { StoredMemory } from '#server/definitions/memory.ts';
import { prepareForServing } from '#server/definitions/prepare.ts';
import { memoryOfTest, root } from './fixture.ts';

// What a save leaves as it was is not linked again, nor what an earlier process found sound. Whatever is saved, the outcome is that of linking everything.
const dataDir = join(root, 'var', 'check');
const database = lazyDatabase(root, databaseFolder(dataDir), () => {});
afterAll(() => database.close());
const facts = createFactsReader(database, { root, dataDir, keepTables: true });

const files = readDefinitionFiles(root);
const kept = memoryOfTest();
const fresh = (given: readonly DefinitionFile[]) =>
  given.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }));

function changed(path: string, from: string | RegExp, to: string): readonly DefinitionFile[] {
  return files.map((file) => {
    if (file.path !== path) return file;
    const text = Buffer.from(file.bytes).toString('utf8');
    const next = text.replace(from, to);
    expect(next, `${path} says ${from}`).not.toBe(text);
    return { path, bytes: Buffer.from(next) };
  });
}

async function outcome(given: readonly DefinitionFile[], memory: StoredMemory | null = null) {
  const { screens, broken, diagnostics, validators } = await prepareForServing(given, facts, root, memory);
  return {
    hashes: [...screens.values()].map(({ id, hash }) => `${id} ${hash}`),
    broken: [...broken.keys()],
    validators: [...validators.keys()].sort(),
    diagnostics,
  };
}

describe('linking after a save', () => {
  it.each([
    [
      'a title',
      'screens/report/mediansales.json',
      /"title": "Median sale prices/,
      '"title": "Middle sale prices',
    ],
    [
      'a route that others lead to',
      'screens/sale/record.json',
      '"route": "/sale/:id"',
      '"route": "/deal/:id"',
    ],
    ['a field that screens name', 'schemas/entities/sale.json', '"purpose": {', '"use": {'],
    ['the label of a code', 'schemas/codes/natureOfProperty.json', /"label": "[^"]*"/, '"label": "Other"'],
    ['a column of a query', 'screens/report/monthsales.sql', /$/, '\n'],
    ['a shared action', 'screens/actions/save-record.json', 'is saved', 'is kept'],
    ['an operation', 'schemas/operations/record.get.json', '"id": "record.get"', '"id": "record.got"'],
  ])('comes to the same as linking everything: %s', async (_, path, from, to) => {
    const before = await outcome(files);
    const given = changed(path, from, to);
    const warm = await outcome(given);
    expect(warm).toEqual(await outcome(fresh(given)));
    if (path !== 'screens/report/monthsales.sql') expect(warm).not.toEqual(before);
    // Taken back, everything is as it was.
    expect(await outcome(files)).toEqual(before);
    // Another process, by what the one before it kept of the files as they were.
    await outcome(fresh(files), kept);
    expect(await outcome(fresh(given), kept)).toEqual(warm);
  });
});
