import { describe, expect, it } from 'vitest';
import { choices, filterCodes, labelOf } from './filter-codes.ts';

const rows = [
  { code: 'R', label: 'Residential' },
  { code: 'RR', label: 'Rural' },
  { code: 'C', label: 'Commercial' },
  { code: 'X', label: 'Old', active: false },
];

describe('filtering codes', () => {
  it('puts the exact code first, then codes and labels that begin so, then labels that contain it', () => {
    expect(filterCodes(rows, 'r').map((row) => row.code)).toEqual(['R', 'RR', 'C']);
    expect(filterCodes(rows, 'ru').map((row) => row.code)).toEqual(['RR']);
    expect(filterCodes(rows, 'zz')).toEqual([]);
    expect(filterCodes(rows, ' ')).toEqual(rows);
  });

  it('offers inactive and unknown codes only where they are chosen', () => {
    expect(choices(rows, []).map((row) => row.code)).toEqual(['R', 'RR', 'C']);
    expect(choices(rows, ['X']).map((row) => row.code)).toEqual(['R', 'RR', 'C', 'X']);
    expect(choices(rows, ['Q']).at(-1)).toEqual({ code: 'Q', label: 'Q', active: false });
    expect(labelOf(rows, 'Q')).toBe('Q');
  });

  it('offers inactive codes below the others where that is asked for, chosen or not', () => {
    const old = [{ code: 'O', label: 'Old', active: false }, ...rows];
    expect(choices(old, ['O', 'Q'], true).map((row) => row.code)).toEqual(['R', 'RR', 'C', 'O', 'X', 'Q']);
  });
});
