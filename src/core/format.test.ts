import { describe, expect, it } from 'vitest';
import { formatValue, wholeNote } from './format.ts';

describe('values for a person', () => {
  it.each([
    ['currency', 1234567, '$1,234,567'],
    ['currency', -5, '−$5'],
    ['integer', -12000, '−12,000'],
    ['number', 0.125, '0.125'],
    ['area', 1234.5678, '1,234.568 m²'],
    ['percent', 0.0525, '5.3 %'],
    ['percent', -0.0004, '0.0 %'],
    ['currency', -0.4, '$0'],
    ['ratio', 0.98, '0.980'],
    ['factor', 1.05, '1.0500'],
    ['rate', 2, '2.00'],
    ['id', 9000000001, '9000000001'],
    ['baseYear', 2025, '2025'],
    ['baseYear', '2025-07-01', '2025'],
    ['date', '2024-02-29', '29-Feb-2024'],
    ['date', '0017-02-17', '17-Feb-0017'],
    ['boolean', true, 'Yes'],
    ['boolean', false, 'No'],
    ['fileSize', 1536, '1.5 KB'],
    ['acres', 10_000, '2.471 ac'],
    ['trend', 5, '+5 Very strong increase'],
    ['trend', 4, '+4 Very strong increase'],
    ['trend', 1, '+1 Slight increase'],
    ['trend', 0, '0 Steady'],
    ['trend', -3, '−3 Strong decrease'],
    ['trend', 7, '7'],
    ['note', 'Two\nlines', 'Two lines'],
    ['note', 'x'.repeat(50), 'x'.repeat(50)],
    ['note', 'x'.repeat(51), `${'x'.repeat(50)}…`],
    ['note', '🏠'.repeat(51), `${'🏠'.repeat(50)}…`],
    ['shortAddress', '1/9 LOW ST, TARRO NSW 2322', '1/9 LOW ST, TARRO'],
    ['shortAddress', 'LOW ST, UPPER TARRO QLD 4000', 'LOW ST, UPPER TARRO'],
    ['shortAddress', 'LOW ST, NSWVALE', 'LOW ST, NSWVALE'],
    ['shortAddress', 'LOT 12 DP 1234', 'LOT 12 DP 1234'],
    ['text', 'as it is', 'as it is'],
  ] as const)('are written as %s: %s', (format, value, text) => {
    expect(formatValue(format, value)).toBe(text);
  });

  it('keeps the whole of a note that is cut or laid in one line', () => {
    expect(wholeNote('note', 'x'.repeat(51))).toBe('x'.repeat(51));
    expect(wholeNote('note', 'Two\nlines')).toBe('Two\nlines');
    expect(wholeNote('note', 'short')).toBeNull();
    expect(wholeNote('shortAddress', '9 LOW ST, TARRO NSW 2322')).toBe('9 LOW ST, TARRO NSW 2322');
    expect(wholeNote('shortAddress', '9 LOW ST, TARRO')).toBeNull();
    expect(wholeNote('text', 'x'.repeat(51))).toBeNull();
  });

  it('tells missing from zero', () => {
    expect([null, undefined, '', []].map((value) => formatValue('integer', value))).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
    expect(formatValue('integer', 0)).toBe('0');
  });

  it('writes hectares with seven decimals at most', () => {
    expect(formatValue('area', 12345.67, { unitFlag: 'H' })).toBe('1.234567 ha');
  });

  it('shows the label of a code, and an unknown code as it is', () => {
    const codes = [{ code: 'N', label: 'Novel' }];
    expect(formatValue('text', 'N', { codes })).toBe('Novel');
    expect(formatValue('text', 'X', { codes })).toBe('X');
  });

  it('writes moments in the time of the office, in winter and in summer', () => {
    expect(formatValue('datetime', '2024-07-01T00:30:00Z')).toBe('01-Jul-2024 10:30');
    expect(formatValue('datetime', '2024-12-31T13:30:00Z')).toBe('01-Jan-2025 00:30');
  });
});
