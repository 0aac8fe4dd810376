import { describe, expect, it } from 'vitest';
import { type ColumnFilter, filterFault, filterText, meets, parseFilters, printFilters } from './filter.ts';
import type { ValueType } from './values.ts';

const types: { readonly [column: string]: ValueType } = {
  name: 'text',
  price: 'integer',
  day: 'date',
  seen: 'datetime',
  old: 'boolean',
  tags: 'list',
};
const typeOf = (column: string) => types[column];

describe('filters in the address', () => {
  it.each<readonly [string, readonly ColumnFilter[]]>([
    ['price:ge:100', [{ column: 'price', op: 'ge', value: 100 }]],
    ['price:between:,200', [{ column: 'price', op: 'between', value: [null, 200] }]],
    ['name:oneof:a%2Cb,c%3Ad', [{ column: 'name', op: 'oneof', value: ['a,b', 'c:d'] }]],
    ['name:contains:50%25%3B x', [{ column: 'name', op: 'contains', value: '50%; x' }]],
    [
      'old:eq:true;day:empty',
      [
        { column: 'old', op: 'eq', value: true },
        { column: 'day', op: 'empty' },
      ],
    ],
  ])('are written and read: %s', (text, filters) => {
    expect(printFilters(filters)).toBe(text);
    expect(parseFilters(text, typeOf)).toEqual(filters);
  });

  it('say nothing of those that stand anyway, and that these are taken away', () => {
    const own: readonly ColumnFilter[] = [{ column: 'price', op: 'ge', value: 100 }];
    expect(printFilters(own, own)).toBeUndefined();
    expect(printFilters([], own)).toBe('-');
    expect(parseFilters('-', typeOf)).toEqual([]);
    expect(parseFilters(undefined, typeOf)).toBeNull();
  });

  it.each([
    'gone:eq:1',
    'price:contains:1',
    'price:ge:dear',
    'day:ge:2024-02-30',
    'name:oneof',
    'tags:eq:a',
    '%',
  ])('are left out where they are none: %s', (text) => expect(parseFilters(text, typeOf)).toEqual([]));
});

describe('a filter', () => {
  it('is refused where it does not suit its column', () => {
    expect(filterFault({ column: 'price', op: 'between', value: [null, null] }, 'integer')).toContain(
      'first or a last',
    );
    expect(filterFault({ column: 'name', op: 'eq', value: 'x'.repeat(201) }, 'text')).toContain('too long');
    expect(filterFault({ column: 'name', op: 'oneof', value: [] }, 'text')).toContain('list');
    expect(filterFault({ column: 'seen', op: 'le', value: '2024-05-01' }, 'datetime')).toBeNull();
  });

  it('takes a moment by the day of the office', () => {
    const row = { seen: '2024-04-30T20:00:00Z' };
    expect(meets(row, { column: 'seen', op: 'eq', value: '2024-05-01' }, 'datetime')).toBe(true);
    expect(meets(row, { column: 'seen', op: 'le', value: '2024-04-30' }, 'datetime')).toBe(false);
  });

  it('reads as a sentence', () => {
    const told = (op: ColumnFilter['op'], value: unknown, type: ValueType = 'integer') =>
      filterText('Price', { column: 'price', op, value }, type, (one) => `$${one}`);
    expect(told('between', [1, 2])).toBe('Price is between $1 and $2');
    expect(told('between', [null, 2])).toBe('Price is at most $2');
    expect(told('between', ['a', null], 'date')).toBe('Price is from $a');
    expect(told('oneof', [1, 2, 3, 4, 5, 6])).toBe('Price is one of $1, $2, $3, $4 and 2 more');
    expect(told('empty', undefined)).toBe('Price is empty');
  });
});
