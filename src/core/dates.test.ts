import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  baseDate,
  daysBetween,
  localDate,
  partsOf,
  showDay,
  showMonth,
} from './dates.ts';
import { dayOfDate, isDay } from './day.ts';

describe('days', () => {
  it.each(['2024-02-29', '0017-02-17', '2024-10-06', '2024-04-07'])('are read: %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['2023-02-29', '2024-13-01', '2024-1-1', '', '20240101', '2024-04-31'])(
    'of no calendar are refused: %s',
    (text) => {
      expect(partsOf(text)).toBeNull();
    },
  );

  it('are counted across both daylight-saving days', () => {
    expect(daysBetween('2024-10-05', '2024-10-07')).toBe(2);
    expect(daysBetween('2024-04-08', '2024-04-06')).toBe(-2);
  });

  it('move by days and months, the end of a shorter month standing for its missing days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2024-03-31', -13)).toBe('2023-02-28');
  });

  it('are written with the month by name, and left as they are when they are none', () => {
    expect(['2024-09-30', '0017-02-17', '2024-04-31', ''].map(showDay)).toEqual([
      '30-Sep-2024',
      '17-Feb-0017',
      '2024-04-31',
      '',
    ]);
    expect(['2024-09', '2024-09-30', '2024-13', 'soon'].map(showMonth)).toEqual([
      'Sep 2024',
      'Sep 2024',
      '2024-13',
      'soon',
    ]);
  });

  it('come back from local time, at midnight and at noon, on both daylight-saving days', () => {
    for (const day of ['2024-10-06', '2024-04-07', '0017-02-17'])
      for (const hour of [0, 12]) {
        const date = localDate(day, hour);
        expect(date && dayOfDate(date)).toBe(day);
      }
    expect(localDate('2024-04-31')).toBeNull();
    expect(dayOfDate(new Date(Number.NaN))).toBeNull();
  });

  it('are none beyond the years that four digits name', () => {
    expect(addDays('9999-12-31', 1)).toBeNull();
    expect(addMonths('0000-01-01', -1)).toBeNull();
    expect(addDays('2024-01-01', Number.NaN)).toBeNull();
  });

  it('are 1 July for a base year', () => {
    expect(baseDate(2025)).toBe('2025-07-01');
  });
});
