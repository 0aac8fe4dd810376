import { describe, expect, it } from 'vitest';
import { addDays, addMonths, baseDate, daysBetween, isDay, partsOf } from './dates.ts';

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

  it('are 1 July for a base year', () => {
    expect(baseDate(2025)).toBe('2025-07-01');
  });
});
