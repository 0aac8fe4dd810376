import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { datePresets, presetOf, specifiedPresets } from './date-presets.ts';

const rangeOf = (label: string, today: string) =>
  datePresets.find((preset) => preset.label === label)?.range(today);

describe('presets of a date range', () => {
  it('are those of the code table, in its order', () => {
    const table: { readonly codes: readonly { readonly label: string }[] } = JSON.parse(
      readFileSync(join(process.cwd(), 'schemas/codes/dateRangePreset.json'), 'utf8'),
    );
    expect(specifiedPresets.map(({ label }) => label)).toEqual(table.codes.map(({ label }) => label));
    expect(datePresets.slice(0, specifiedPresets.length)).toEqual(specifiedPresets);
  });

  it.each([
    ['2024-03-31', 'Last month', ['2024-02-01', '2024-02-29']],
    ['2026-01-15', 'Last month', ['2025-12-01', '2025-12-31']],
    ['2024-12-31', 'This month', ['2024-12-01', '2024-12-31']],
    ['2024-10-06', 'This week', ['2024-09-30', '2024-10-06']],
    ['2024-10-07', 'This week', ['2024-10-07', '2024-10-13']],
    ['2025-01-01', 'Last week', ['2024-12-23', '2024-12-29']],
    ['2024-04-08', 'Yesterday', ['2024-04-07', '2024-04-07']],
    ['2024-03-01', 'Yesterday', ['2024-02-29', '2024-02-29']],
    ['2024-04-07', 'Today', ['2024-04-07', '2024-04-07']],
    ['2024-07-21', 'Last 3 months', ['2024-04-22', '2024-07-21']],
    ['2024-05-31', 'Last 3 months', ['2024-03-01', '2024-05-31']],
    ['2024-02-29', 'Last 6 months', ['2023-08-30', '2024-02-29']],
    ['2024-02-29', 'Last 12 months', ['2023-03-01', '2024-02-29']],
  ])('on %s, "%s" is %j', (today, label, range) => {
    expect(rangeOf(label, today)).toEqual(range);
  });

  it('know their own days again on every day of a leap year, and any other pair as a custom range', () => {
    for (let i = 0; i < 366; i++) {
      const today = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
      datePresets.forEach(({ range }, index) => {
        const days = range(today);
        if (days) expect(presetOf(days[0], days[1], today)).toBe(index);
      });
    }
    expect(presetOf('2024-01-02', '2024-01-05', '2024-06-15')).toBe(0);
    expect(presetOf(null, null, '2024-06-15')).toBe(0);
    expect(presetOf('2024-06-15', null, '2024-06-15')).toBe(0);
  });
});
