// Every report has what its reader needs beside its figures: filters, help, a sentence where it is empty, and an expectation.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root } from './fixture.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Definition {
  readonly route: string;
  readonly title: string;
  readonly help?: string;
  readonly summary?: string;
  readonly params?: readonly unknown[];
  readonly blocks: readonly unknown[];
}

const files = filesUnder(root, 'screens/report', /^(?!.*\.test\.json$).*\.json$/);
const pages = files.map((file) => ({ file, page: JSON.parse(read(file)) as Definition }));
/** Those that are of a district or a region; the others are hubs. */
const reports = pages.filter(({ page }) => page.route.includes('/:'));

/** Tables wherever they stand: in tabs, in sections. */
function tablesIn(value: unknown): readonly { readonly [key: string]: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(tablesIn);
  if (!isJsonObject(value)) return [];
  const own = value.type === 'grid' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(tablesIn)];
}

/** "Regional index: no factor, {params.dst}" is told as "No factor". */
function subjectOf(title: string): string {
  const [named = ''] = title.split(', {');
  return named.replace(/ \(.*\)$/, '').replace(/^.*: /, '');
}

/** What a help page says of one report: the section with its name, or the whole page where it is of this report alone. */
function helpOf({ help = '', title }: Definition): string {
  const path = `docs/help/${help}.md`;
  if (!existsSync(join(root, path))) return '';
  const [head = '', ...sections] = read(path).split(/^## /m);
  const subject = subjectOf(title).toLowerCase();
  const own = sections.find((section) => section.split('\n', 1)[0]?.toLowerCase() === subject);
  if (own !== undefined) return own;
  const whole = [head, ...sections].join('');
  return whole.toLowerCase().includes(subject) ? whole : '';
}

describe('a report', () => {
  it('is each of those that the office names, and there are four hubs', () => {
    expect(pages.length - reports.length).toBe(4);
    // Fifty-six, and what must agree among them.
    expect(reports.length).toBe(56 + 1);
  });

  it.each(pages)('has an expectation beside it: $file', ({ file }) => {
    const beside = file.replace(/\.json$/, '.test.json');
    expect(existsSync(join(root, beside))).toBe(true);
    const { expectations } = JSON.parse(read(beside)) as { readonly expectations: readonly unknown[] };
    expect(expectations.length).toBeGreaterThan(0);
  });

  it.each(reports)(
    'has help that asks its question and says what to do about a finding: $file',
    ({ page }) => {
      const told = helpOf(page);
      expect(told).toMatch(/\?/);
      expect(told).toMatch(/\*Do\*|What to do/);
    },
  );

  it.each(reports)('has a question of its own and filters beside its district: $file', ({ page }) => {
    expect(page.summary).toMatch(/\S/);
    const [district, ...filters] = page.params ?? [];
    // The shared parameters of a district bring their year with them.
    const shared = isJsonObject(district) && 'fragment' in district;
    expect(shared || filters.length > 0).toBe(true);
  });

  it.each(reports)('says of each empty table why there is nothing: $file', ({ page }) => {
    const silent = tablesIn(page.blocks).filter(
      ({ empty }) => typeof empty !== 'string' || empty.length < 20,
    );
    expect(silent.map(({ id, data }) => id ?? data ?? 'list')).toEqual([]);
  });
});
