import { describe, expect, it } from 'vitest';
import { showDay } from '#src/core/dates.ts';
import { parseDay } from '#src/core/parse/day.ts';
import { dateForm } from './date-form.ts';

describe('a typed day', () => {
  it.each([
    ['05-Mar-2024', '2024-03-05'],
    ['5-Mar-2024', '2024-03-05'],
    ['5-mar-2024', '2024-03-05'],
    ['2024-03-05', '2024-03-05'],
    ['05/03/2024', '2024-03-05'],
    ['05032024', '2024-03-05'],
    [' 29-Feb-2024 ', '2024-02-29'],
    ['06-Oct-2024', '2024-10-06'],
    ['07-Apr-2024', '2024-04-07'],
    ['17/02/0017', '0017-02-17'],
  ])('%s is %s', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  it.each([
    '29-Feb-2023',
    '31/04/2024',
    '5/3/2024',
    '2024-3-5',
    '5-March-2024',
    '05.03.2024',
    '050324',
    '00/01/2024',
    '01-13-2024',
    'soon',
  ])('%s is no day', (text) => {
    expect(parseDay(text)).toBeNull();
    expect(dateForm.parse(text)).toEqual({ problem: 'Invalid date' });
  });

  it('comes back from every form it is shown in, on every day of a leap year', () => {
    for (let i = 0; i < 366; i++) {
      const day = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
      expect(parseDay(showDay(day))).toBe(day);
    }
  });

  it('steps over month ends and daylight-saving days', () => {
    expect(dateForm.step?.('2024-10-05', 'ArrowUp')).toBe('2024-10-06');
    expect(dateForm.step?.('2024-10-06', 'ArrowUp')).toBe('2024-10-07');
    expect(dateForm.step?.('2024-04-07', 'ArrowDown')).toBe('2024-04-06');
    expect(dateForm.step?.('2024-01-31', 'PageUp')).toBe('2024-02-29');
    expect(dateForm.step?.('2024-01-31', 'x')).toBeNull();
  });

  it('leaves an empty text empty', () => {
    expect(dateForm.parse('  ')).toEqual({ value: null });
  });
});
