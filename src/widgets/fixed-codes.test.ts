import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeRow } from '#src/core/linked.ts';
import { days, months, numbered, trends, twoDigits } from './fixed-codes.ts';

function table(id: string): readonly CodeRow[] {
  const file: { readonly codes: readonly CodeRow[] } = JSON.parse(
    readFileSync(join(process.cwd(), `schemas/codes/${id}.json`), 'utf8'),
  );
  return file.codes;
}

describe('lists that never change', () => {
  it('are the code tables of days, months and trends', () => {
    expect(days).toEqual(table('day'));
    expect(months).toEqual(table('month'));
    expect(trends).toEqual(numbered(table('trend')));
  });

  it('number the steps of a trend, which share words', () => {
    const labels = trends.map(({ label }) => label);
    expect(labels[0]).toBe('+5 Very strong increase');
    expect(labels[1]).toBe('+4 Very strong increase');
    expect(labels[5]).toBe('0 Steady');
    expect(labels[10]).toBe('−5 Very strong decrease');
    expect(new Set(labels).size).toBe(11);
  });

  it('find a day that is held as a number', () => {
    expect(twoDigits(5)).toBe('05');
    expect(twoDigits('05')).toBe('05');
    expect(twoDigits(null)).toBeNull();
  });
});
