import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import type { DefinitionFile } from '#server/definitions/files.ts';
import { touchedBy } from '#server/definitions/touched.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { here, memoryOfTest, prepareLibrary, root } from './fixture.ts';

const folder = join(here, 'broken');
// RULE, or RULE.VARIANT for a further face of the same rule.
const fixtures = readdirSync(folder).sort();
const ruleOf = (fixture: string) => fixture.split('.')[0] ?? fixture;
const rules = [...new Set(fixtures.map(ruleOf))];

// Rules that no small definition can break, with where they are tested instead.
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['too-large', 'src/core/load/load.test.ts: a fixture would be a megabyte'],
  ['too-many-values', 'tests/definitions/hostile.ts: a fixture would be half a megabyte'],
  ['not-drawable', 'tests/definitions/hostile.test.ts: a fixture would be a megabyte of codes'],
  ['missing-source', 'the blocks demand "data", so only their own tests reach it'],
  ['chart-spec', 'the last net under the chart compiler; what is known to fail has a rule of its own'],
]);

const places = [
  'src/core/load',
  'src/core/check',
  'src/core/expressions',
  'src/core/link',
  'src/blocks',
  'src/actions',
];

function rulesInCode(): readonly string[] {
  const found = places
    .flatMap((place) => filesUnder(root, place, /\.ts$/))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('test-support'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const named = [...text.matchAll(/\brule: '([a-z0-9-]+)'/g)];
      const passed = [
        ...text.matchAll(
          /(?:report|refuse|known)\(\s*(?:[^'"`]*?,\s*)?(?:`[^`]*`,\s*|'\/[^']*',\s*)?'([a-z0-9]+(?:-[a-z0-9]+)+)'/g,
        ),
      ];
      return [...named, ...passed].map((match) => match[1] ?? '');
    });
  return [...new Set(found)].filter((rule) => rule.includes('-')).sort();
}

describe('broken definitions', () => {
  it('starts from a library without a finding', () => {
    expect(prepareLibrary(null).diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  it.each(fixtures)('gives exactly its finding: %s', (fixture) => {
    const expected = readFileSync(join(folder, fixture, 'expected.txt'), 'utf8').trimEnd();
    const found = prepareLibrary(join(folder, fixture)).diagnostics;
    expect(found.map(formatDiagnostic).join('\n')).toBe(expected);
    expect(expected).toMatch(new RegExp(`^\\S+:\\d+:\\d+ (?:error|warning) ${ruleOf(fixture)} `));
  });

  it('gives the same beside what was kept of the others, and of a file that is asked for alone', () => {
    const memory = memoryOfTest();
    for (const fixture of [...fixtures, ...fixtures]) {
      const { diagnostics } = prepareLibrary(join(folder, fixture), [], false, { memory });
      const expected = readFileSync(join(folder, fixture, 'expected.txt'), 'utf8').trimEnd();
      expect(diagnostics.map(formatDiagnostic).join('\n'), fixture).toBe(expected);
      for (const file of new Set([
        ...diagnostics.map((finding) => finding.file),
        'screens/book/record.json',
      ])) {
        const wanted = (files: readonly DefinitionFile[]) => touchedBy([file], files);
        const alone = prepareLibrary(join(folder, fixture), [], false, { memory, wanted }).diagnostics;
        const told = (findings: typeof alone) => findings.filter((finding) => finding.file === file);
        expect(told(alone), `${file} of ${fixture}`).toEqual(told(diagnostics));
      }
    }
  });

  it('are many', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(120);
  });

  it('has a fixture for every rule in the code', () => {
    const missing = rulesInCode().filter((rule) => !rules.includes(rule) && !elsewhere.has(rule));
    expect(missing).toEqual([]);
  });

  it('has a line in the documentation for every rule', () => {
    const page = readFileSync(join(root, 'docs/diagnostics.md'), 'utf8');
    expect([...rules, ...elsewhere.keys()].filter((rule) => !page.includes(`| \`${rule}\` |`))).toEqual([]);
  });

  it('names only fixtures that exist in the documentation', () => {
    const page = readFileSync(join(root, 'docs/diagnostics.md'), 'utf8');
    const named = [...page.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((match) => match[1] ?? '');
    expect(named.filter((rule) => !existsSync(join(folder, rule)) && !elsewhere.has(rule))).toEqual([]);
  });

  it('keeps a broken screen from the others and tells where it would be', () => {
    const { screens, broken } = prepareLibrary(join(folder, 'unknown-column'));
    expect(screens.map(({ id }) => id)).toEqual(['book/index', 'book/record']);
    expect(broken.map(({ id, route, access }) => ({ id, route, access }))).toEqual([
      { id: 'broken', route: '/broken', access: 'auth' },
    ]);
  });
});
