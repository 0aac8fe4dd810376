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

  it('leaves out what is no item of an answer', () => {
    expect(readFound(null)).toEqual([]);
    expect(readFound({ items: [null, 3, {}, { id: 1.5, type: 'PR' }, { id: -1, type: 'SA' }] })).toEqual([]);
  });
});
