import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { hashOf } from '#src/core/link/hash.ts';
import type { SourceFile } from '#src/core/load/load.ts';
import type { Json } from '#src/core/values.ts';
import { here, prepareLibrary, root } from './fixture.ts';
import { createRandom, mutate } from './mutate.ts';

const count = 1000;

interface Subject {
  readonly path: string;
  readonly json: Json;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Json;

/** Definitions without a finding: a screen that uses much of the language, and the examples of the blocks. */
function subjects(): readonly Subject[] {
  const blocks = join(root, 'src/blocks');
  const examples = readdirSync(blocks, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => read(join(blocks, name, 'example.json')))
    .map((json) => ({ path: `screens/${(json as { id: string }).id}.json`, json }));
  const whole = { path: 'screens/whole.json', json: read(join(here, 'whole/screens/whole.json')) };
  return [whole, ...examples].filter(({ path, json }) => prepared(path, json).findings.length === 0);
}

function prepared(
  path: string,
  json: Json,
): { readonly findings: readonly string[]; readonly drawn: string } {
  const file: SourceFile = { path, bytes: Buffer.from(JSON.stringify(json)) };
  const { diagnostics, screens } = prepareLibrary(null, [file]);
  return {
    findings: diagnostics.map(formatDiagnostic),
    drawn: hashOf(screens.find(({ id }) => `screens/${id}.json` === path) ?? null),
  };
}

describe('a single mistake in a right definition', () => {
  it(`is found, or changes nothing that is drawn (${count} at random)`, () => {
    const seed = Number(process.env.MUTATION_SEED ?? Date.now() % 1_000_000);
    console.log(`Seed ${seed}.`);
    const random = createRandom(seed);
    const all = subjects().map((subject) => ({
      ...subject,
      before: prepared(subject.path, subject.json).drawn,
    }));
    expect(all.length).toBeGreaterThan(8);
    expect(all[0]?.path).toBe('screens/whole.json');
    const escaped: string[] = [];
    const [whole, ...others] = all;
    for (let i = 0; i < count; i++) {
      const subject = i % 2 === 0 ? whole : others[Math.floor(random() * others.length)];
      if (!subject) throw new Error('There is nothing to make mistakes in.');
      const { what, json } = mutate(subject.json, random);
      const { findings, drawn } = prepared(subject.path, json);
      if (findings.length === 0 && drawn !== subject.before) escaped.push(`${subject.path}: ${what}`);
    }
    expect(escaped).toEqual([]);
  });
});
