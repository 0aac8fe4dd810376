// The next report is written in ten minutes: half of those there are fit on a page of sixty lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './fixture.ts';

const reports = filesUnder(root, 'screens/report', /^(?!.*\.test\.json$).*\.json$/).filter(
  (file) => file.split('/').length === 3,
);

function median(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

describe('a report', () => {
  it('has a definition of 60 lines or less, as often as not', () => {
    const lengths = reports.map(
      (file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length,
    );
    expect(lengths.length).toBeGreaterThanOrEqual(59);
    expect(median(lengths)).toBeLessThanOrEqual(60);
  });

  it('says words of its own where no term says them, and one term where several reports would', () => {
    const said = reports.flatMap((file) => {
      const { data = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return Object.values<{ readonly fields?: object }>(data).flatMap(({ fields = {} }) =>
        Object.entries(fields)
          .filter(([, words]) => typeof words === 'object' && words.description !== undefined)
          .map(([name, words]) => ({ file, words: JSON.stringify([name, words]) })),
      );
    });
    const twice = said.filter(({ file, words }) =>
      said.some((other) => other.words === words && other.file < file),
    );
    expect(twice).toEqual([]);
  });
});
