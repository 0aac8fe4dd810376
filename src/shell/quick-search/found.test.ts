import { describe, expect, it } from 'vitest';
import { isId, readFound } from './found.ts';

describe('the quick search', () => {
  it('takes a term of digits as an id and anything else as an address', () => {
    expect(['12', ' 9001011385 ', '12 High St', 'a', ''].map(isId)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('reads items with their page, and addresses, each once', () => {
    const found = readFound({
      type: 'address',
      items: [
        { id: 7, type: 'PR', address: '1 HIGH ST' },
        { id: 7, type: 'PR', address: '1 HIGH ST' },
        { id: 8, type: 'SA' },
        { id: 9, type: 'WS', blurb: 'Worksheet of 2025' },
      ],
      addresses: ['2 LOW ST NSW'],
    });
    expect(found.map(({ kind, id, to, blurb }) => [kind, id, to, blurb])).toEqual([
      ['Property', 7, '/prop/7', '1 HIGH ST'],
      ['Sale', 8, '/sale/8', 'Sale'],
      ['Worksheet', 9, null, 'Worksheet of 2025'],
      ['Address', null, null, '2 LOW ST NSW'],
    ]);
  });

  it('names a record by its label, and says nothing twice', () => {
    const items = [
      { id: 7, type: 'PR', label: 'Property 7', blurb: '1 HIGH ST' },
      { id: 8, type: 'SA', label: 'Sale 8', blurb: 'Sale 8' },
      { id: 9, type: 'SA', blurb: '2 LOW ST' },
    ];
    expect(readFound({ items }).map(({ name, blurb }) => [name, blurb])).toEqual([
      ['Property 7', '1 HIGH ST'],
      ['Sale 8', null],
      [null, '2 LOW ST'],
    ]);
  });

  it('leaves out what is no item of an answer', () => {
    expect(readFound(null)).toEqual([]);
    expect(readFound({ items: [null, 3, {}, { id: 1.5, type: 'PR' }, { id: -1, type: 'SA' }] })).toEqual([]);
  });
});
