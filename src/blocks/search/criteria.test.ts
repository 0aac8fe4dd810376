import { describe, expect, it } from 'vitest';
import { carryOver, entryOf, onlyId, readEntry, splitTyped } from './criteria.ts';
import type { SearchField } from './definition.ts';

const widget = { type: 'text', options: {} };
const inputs = { one: widget, many: widget, range: widget };
const words: SearchField = {
  id: 'title',
  title: 'Title',
  unit: null,
  valueType: 'text',
  codes: null,
  operators: ['contains', 'oneof'],
  inputs,
  typedList: true,
};
const ids: SearchField = { ...words, id: 'id', valueType: 'integer' };
const genre: SearchField = { ...words, id: 'genre', codes: 'genre', typedList: false };

describe('reading a criterion', () => {
  it('asks for nothing where nothing is filled in', () => {
    for (const val of [null, undefined, '', '  ', []])
      expect(readEntry({ fld: 'title', op: 'contains', val }, words)).toEqual({ criterion: null });
    expect(readEntry({ fld: 'pages', op: 'between', val: [null, null] }, ids)).toEqual({ criterion: null });
    expect(readEntry({ fld: 'title', op: 'oneof', val: ' , ;' }, words)).toEqual({ criterion: null });
  });

  it('needs no value for empty and not empty', () => {
    expect(readEntry({ fld: 'title', op: 'empty', val: 'x' }, words)).toEqual({
      criterion: { fld: 'title', op: 'empty' },
    });
  });

  it('trims texts and keeps what stands inside them', () => {
    expect(readEntry({ fld: 'title', op: 'contains', val: '  {x} 1,2 ' }, words)).toEqual({
      criterion: { fld: 'title', op: 'contains', val: '{x} 1,2' },
    });
  });

  it('takes several values from one text, once each, in the field’s type', () => {
    expect(readEntry({ fld: 'id', op: 'oneof', val: '12, 7;12' }, ids)).toEqual({
      criterion: { fld: 'id', op: 'oneof', val: [12, 7] },
    });
    expect(readEntry({ fld: 'id', op: 'oneof', val: '12, x' }, ids)).toEqual({
      problem: '"x" is not a number. Separate several with commas.',
    });
    expect(readEntry({ fld: 'id', op: 'eq', val: 'x' }, ids)).toEqual({ problem: '"x" is not a number.' });
    expect(readEntry({ fld: 'genre', op: 'oneof', val: ['A', 'B'] }, genre)).toEqual({
      criterion: { fld: 'genre', op: 'oneof', val: ['A', 'B'] },
    });
    expect(splitTyped('a, b\nc;;a')).toEqual(['a', 'b', 'c']);
  });

  it('leaves an end of a range open', () => {
    expect(readEntry({ fld: 'pages', op: 'between', val: [5, null] }, ids)).toEqual({
      criterion: { fld: 'pages', op: 'between', val: [5, null] },
    });
    expect(readEntry({ fld: 'pages', op: 'between', val: [9, 5], problem: 'Min value' }, ids)).toEqual({
      problem: 'Min value',
    });
  });

  it('keeps false as a value', () => {
    expect(readEntry({ fld: 'lent', op: 'eq', val: false }, { ...words, valueType: 'boolean' })).toEqual({
      criterion: { fld: 'lent', op: 'eq', val: false },
    });
  });

  it('goes back to what is filled in', () => {
    expect(entryOf({ fld: 'id', op: 'oneof', val: [12, 7] }, ids)).toEqual({
      fld: 'id',
      op: 'oneof',
      val: '12, 7',
    });
    expect(entryOf({ fld: 'genre', op: 'oneof', val: ['A'] }, genre)).toEqual({
      fld: 'genre',
      op: 'oneof',
      val: ['A'],
    });
  });

  it('keeps the value under a new operator only where the same input shows it', () => {
    expect(carryOver({ fld: 'id', op: 'eq', val: 3 }, 'gt').val).toBe(3);
    expect(carryOver({ fld: 'id', op: 'eq', val: 3 }, 'between').val).toBeNull();
  });

  it('names the one record that the criteria mean', () => {
    expect(onlyId([{ fld: 'id', op: 'oneof', val: [7] }], 'id')).toBe('7');
    expect(onlyId([{ fld: 'id', op: 'eq', val: 7 }], 'id')).toBe('7');
    expect(onlyId([{ fld: 'id', op: 'oneof', val: [7, 8] }], 'id')).toBeNull();
    expect(onlyId([{ fld: 'title', op: 'eq', val: 7 }], 'id')).toBeNull();
    expect(
      onlyId(
        [
          { fld: 'id', op: 'eq', val: 7 },
          { fld: 'title', op: 'eq', val: 'x' },
        ],
        'id',
      ),
    ).toBeNull();
    expect(onlyId([{ fld: 'id', op: 'eq', val: 7 }], null)).toBeNull();
  });
});
