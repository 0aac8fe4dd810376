import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { checkScreens } from '#scripts/screens/check.ts';
import { patternProblem } from '#src/core/pattern/safe-pattern.ts';
import { root } from './fixture.ts';

function patternsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'pattern' && typeof inner === 'string') return [inner];
    if (key === 'activematch' && Array.isArray(inner))
      return inner.filter((entry) => typeof entry === 'string');
    return patternsIn(inner);
  });
}

const files = [...filesUnder(root, 'screens', /\.json$/), ...filesUnder(root, 'schemas', /\.json$/)];
const patterns = [
  ...new Set(files.flatMap((file) => patternsIn(JSON.parse(readFileSync(join(root, file), 'utf8'))))),
].sort();

describe('the definitions of this repository', () => {
  it('check without an error, their queries asked of a database', async () => {
    const lines: string[] = [];
    const errors = await checkScreens({ root, json: false, out: (line) => lines.push(line), note: () => {} });
    // What is only a warning of a page that has just begun is none of one that is shipped.
    const told = lines.filter((line) => / error | warning (column-words|link-out-of-sight) /.test(line));
    expect(told).toEqual([]);
    expect(errors).toBe(0);
  });

  it('name the year of a report alike: the base year, or the calendar year where sales are counted by it', () => {
    interface Param {
      readonly fragment?: string;
      readonly id?: string;
      readonly title?: string;
      readonly format?: string;
    }
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
    const whole = ({ fragment, ...param }: Param): readonly Param[] =>
      fragment === undefined ? [param] : read(`screens/fragments/${fragment}.json`).items.flatMap(whole);
    const years = filesUnder(root, 'screens/report', /^(?!.*\.test\.json$).*\.json$/).flatMap((file) => {
      const { params = [] }: { readonly params?: readonly Param[] } = read(file);
      return params
        .flatMap(whole)
        .filter(({ id, format }) => format === 'baseYear' || /year$/.test(id ?? ''));
    });
    expect(years.length).toBeGreaterThan(40);
    expect(new Set(years.map(({ id }) => id))).toEqual(new Set(['year']));
    expect(new Set(years.map(({ title }) => title))).toEqual(new Set(['Base year', 'Calendar year']));
  });

  it('have a year typed as a year in the dialog of a command', () => {
    interface Param {
      readonly id: string;
      readonly title: string;
      readonly type?: string;
    }
    const years = filesUnder(root, 'schemas/commands', /\.json$/).flatMap((file) => {
      const { params = [] }: { readonly params?: readonly Param[] } = JSON.parse(
        readFileSync(join(root, file), 'utf8'),
      );
      return params.filter(({ id, title }) => /year/i.test(`${id} ${title}`)).map(({ type }) => type);
    });
    expect(years.length).toBeGreaterThan(6);
    expect(new Set(years)).toEqual(new Set(['baseYear']));
  });

  it.each(patterns)('hold a pattern that no text can hang: %s', (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
  });
});
