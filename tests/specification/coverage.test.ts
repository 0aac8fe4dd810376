// The coverage table is true: every row of the specification is in it, and every proof it names is a test that exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { knownAnswer } from '#tests/support/known-answers.ts';
import { type Row, rowsOf } from '../../scripts/specification/rows.ts';
import {
  proofsOf,
  type Reference,
  referencesOf,
  statementsOf,
  tableOf,
} from '../../scripts/specification/table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const specification = knownAnswer('specification.md');
const table = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8');
const proofs = proofsOf(table);
const rows: readonly Row[] = existsSync(specification) ? rowsOf(readFileSync(specification, 'utf8')) : [];

const sourceOf = (file: string) => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};
/** A title stands in a string of the test's file; it may be a part of one. */
function isTest({ file, title }: Reference): boolean {
  const source = sourceOf(file);
  if (source === undefined || !/\.test(\.tsx?|\.json)$/.test(file) || title === '') return false;
  return source.split('\n').some((line) => line.includes(title) && /['"`]/.test(line));
}

/** Tests that draw in a real browser. */
const drawn = /^tests\/(e2e|blocks|battery|widgets)\/|\.test\.json$/;
/** Texts of people's screens; the other sections quote names, paths and values. */
const shown = /^[258]-text-/;
/** What stands between the places that are filled, as it must stand in the test. */
const fixedParts = (words: string) => words.split(/\{[^}]*\}/).map((part) => part.trim());

/** `/prop/:id` and `/prop/{id}` are one address, whatever the parameter is called. */
const shapeOf = (route: string) => route.replace(/:\w+|\{[^}]*\}/g, '*');

/** Addresses of the definitions, which the battery draws one by one. */
const served = new Set(
  filesUnder(root, 'screens', /\.json$/).flatMap((file) => {
    const { route, alias = [] } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return typeof route === 'string' ? [route, ...alias].map(shapeOf) : [];
  }),
);

/** An address is proven by a test that goes there, or by the drawing of the definition that has it. */
function isReached(route: string, references: readonly Reference[]): boolean {
  const [fixed = ''] = route.split('{');
  return references.some(({ file }) =>
    file.startsWith('tests/battery/') ? served.has(shapeOf(route)) : (sourceOf(file) ?? '').includes(fixed),
  );
}

/** Complaints about one row; none when it is proven, or says of which later work it is. */
function faultsOf(row: Row, proof: string | undefined): readonly string[] {
  if (proof === undefined) return [`${row.id} has no row in the table: ${row.words}`];
  if (proof.startsWith('open')) return /^open: \S/.test(proof) ? [] : [`${row.id} does not say what is open`];
  const references = referencesOf(proof);
  const gone = references.filter((one) => !isTest(one));
  if (gone.length > 0) return gone.map((one) => `${row.id}: no test "${one.file} › ${one.title}"`);
  if (row.kind === 'route' && !isReached(row.words, references))
    return [`${row.id}: neither a definition nor "${proof}" has ${row.words}`];
  if (!shown.test(row.id)) return [];
  const seen = references.some(({ file }) => {
    const source = sourceOf(file) ?? '';
    const spelled = fixedParts(row.words).every((part) =>
      [part, part.replaceAll("'", "\\'")].some((text) => source.includes(text)),
    );
    return drawn.test(file) && spelled;
  });
  return seen ? [] : [`${row.id}: no browser test of "${proof}" spells "${row.words}"`];
}

describe('the coverage table', () => {
  it('names tests that exist', () => {
    const gone = [...proofs].flatMap(([id, proof]) =>
      referencesOf(proof)
        .filter((one) => !isTest(one))
        .map(({ file, title }) => `${id}: ${file} › ${title}`),
    );
    expect(proofs.size).toBeGreaterThan(500);
    expect(gone).toEqual([]);
  });

  it.skipIf(rows.length === 0)(
    'has every row of the specification with its proof, in the words of the text',
    () => {
      expect(rows.flatMap((row) => faultsOf(row, proofs.get(row.id)))).toEqual([]);
      expect(table).toBe(tableOf(rows, proofs));
    },
  );

  it('finds a row without a proof, a test that is gone, and a text that no screen shows', () => {
    const row = { id: '8-text-1', kind: 'text', words: 'Nothing {n} of this', place: '8' } as const;
    const here = 'tests/specification/coverage.test.ts › finds a row without';
    expect(faultsOf(row, undefined)).toHaveLength(1);
    expect(faultsOf(row, 'open')).toHaveLength(1);
    expect(faultsOf(row, 'open: later')).toEqual([]);
    expect(faultsOf(row, 'tests/gone.test.ts › is gone')).toHaveLength(1);
    expect(faultsOf(row, here)).toHaveLength(1);
    expect(faultsOf({ ...row, id: '7-text-1' }, here)).toEqual([]);
  });

  it('finds an address that no definition has and its test does not name', () => {
    const row = { id: '2-route-1', kind: 'route', words: '/nowhere/{id}', place: '2' } as const;
    const drawn = 'tests/battery/screens.test.ts › is drawn without fault';
    const routes = 'tests/e2e/shell/routes.test.ts › are open without signing in';
    expect(faultsOf(row, drawn)).toHaveLength(1);
    expect(faultsOf({ ...row, words: '/sale/{id}' }, drawn)).toEqual([]);
    expect(faultsOf({ ...row, words: '/sale/{id}/more' }, drawn)).toHaveLength(1);
    expect(faultsOf({ ...row, words: '/app/reset-password' }, routes)).toEqual([]);
    expect(faultsOf({ ...row, words: '/app/nowhere' }, routes)).toHaveLength(1);
  });

  it('counts a heading not at all and a text that stands in several places once', () => {
    const row = (kind: Row['kind'], words: string, id = words): Row => ({ id, kind, words, place: '2' });
    const counted = statementsOf([
      row('sentence', 'Shared features:'),
      row('sentence', 'It is saved.'),
      row('cell', 'Route: /a'),
      row('cell', '/a · Notes: open'),
      row('text', 'Save', '1'),
      row('text', 'Save', '2'),
      row('route', '/a', '3'),
      row('route', '/a', '4'),
    ]);
    expect(counted.map(({ id }) => id)).toEqual(['It is saved.', '/a · Notes: open', '1', '3']);
  });
});
