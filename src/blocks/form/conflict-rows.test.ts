import { describe, expect, it } from 'vitest';
import { bookField } from '#tests/support/book.ts';
import { mergedRows, rowConflicts } from './conflict-rows.ts';
import type { FormField } from './definition.ts';

const field = {
  ...bookField('rooms', { type: 'list' }),
  lines: { fields: [{ id: 'name' }, { id: 'size' }], minItems: 0, maxItems: 9, add: '', rows: true },
} as unknown as FormField;
const hall = { id: 1, name: 'Hall', size: 4 };
const bath = { id: 2, name: 'Bath', size: 6 };
const record = (...rooms: readonly object[]) => ({ rooms });
const was = record(hall, bath);
const conflicts = (mine: readonly object[], theirs: readonly object[]) =>
  rowConflicts(field, was, record(...mine), record(...theirs)).map(({ id, changedHere }) => [
    id,
    changedHere,
  ]);
const merged = (mine: readonly object[], theirs: readonly object[], chosen: readonly string[] = []) =>
  mergedRows(field, was, record(...mine), record(...theirs), new Set(chosen));

describe('rows that two people changed', () => {
  const bigHall = { ...hall, size: 5 };
  const bigBath = { ...bath, size: 9 };

  it('clash where both changed the same row otherwise, and are told where the other alone changed one', () => {
    expect(conflicts([bigHall, bath], [{ ...hall, size: 7 }, bigBath])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    expect(conflicts([bigHall, bath], [bigHall, bath])).toEqual([]);
    expect(conflicts([bigHall, bath, { name: 'Attic' }], [hall, bath])).toEqual([]);
  });

  it('come together where they changed different rows', () => {
    expect(merged([bigHall, bath, { name: 'Attic' }], [hall, bigBath, { id: 3, name: 'Shed' }])).toEqual([
      bigHall,
      bigBath,
      { id: 3, name: 'Shed' },
      { name: 'Attic' },
    ]);
  });

  it('are whose they were chosen to be', () => {
    const theirs = [{ ...hall, size: 7 }, bath];
    expect(merged([bigHall, bath], theirs, ['rooms/1'])).toEqual([bigHall, bath]);
    expect(merged([bigHall, bath], theirs)).toEqual(theirs);
  });

  it('go where one side took them away, and are written anew where they shall stay', () => {
    expect(merged([bath], [hall, bigBath])).toEqual([bigBath]);
    expect(conflicts([bigHall, bath], [bath])).toEqual([['1', true]]);
    expect(merged([bigHall, bath], [bath], ['rooms/1'])).toEqual([bath, { name: 'Hall', size: 5 }]);
    expect(merged([bigHall, bath], [bath])).toEqual([bath]);
  });

  it('keep the order of whoever changed it', () => {
    expect(merged([bath, hall], [hall, bigBath])).toEqual([bigBath, hall]);
    expect(merged([hall, bath], [bath, hall])).toEqual([bath, hall]);
  });
});
