import { describe, expect, it } from 'vitest';
import type { ProxyList } from './link.ts';
import { type Asked, planOf } from './plan.ts';

const books: ProxyList = {
  list: 'books',
  prefix: 'book',
  related: 'id',
  fields: {
    id: { type: 'integer', search: ['eq', 'oneof'] },
    genre: { type: 'text', search: ['eq', 'oneof'] },
    title: { type: 'text', search: ['eq', 'contains'] },
    lent: { type: 'boolean', search: ['eq'] },
  },
};
const loans: ProxyList = {
  ...books,
  list: 'loans',
  prefix: 'loan',
  related: 'book_id',
  fields: { ...books.fields, book_id: { type: 'integer', search: ['oneof'] } },
};
const plan = (asked: Partial<Asked>) =>
  planOf(
    {
      kind: 'book',
      action: '',
      related: '',
      field: '',
      values: [],
      criteria: '',
      search: '',
      ...asked,
    },
    [books, loans],
  );

describe('the plan of a search proxy', () => {
  it('searches the ids that the address names, each once', () => {
    expect(plan({ related: '7, 8,7,' })).toEqual({
      do: 'search',
      list: books,
      criteria: [{ fld: 'id', op: 'oneof', val: [7, 8] }],
    });
    expect(plan({ kind: 'loan', action: 'result', related: '7' })).toEqual({
      do: 'search',
      list: loans,
      criteria: [{ fld: 'book_id', op: 'oneof', val: [7] }],
    });
  });

  it('opens the record of a single id', () => {
    const record = { do: 'open', to: '/book/7' };
    expect(plan({ related: '7,7' })).toEqual(record);
    expect(plan({ action: 'result', field: 'id', values: ['7'] })).toEqual(record);
    expect(plan({ criteria: '[{"fld":"id","op":"eq","val":7}]' })).toEqual(record);
  });

  it('searches a field with values of its type, and lets all that is named hold', () => {
    expect(plan({ field: 'genre', values: ['F', 'N'], related: '7,8' })).toMatchObject({
      criteria: [
        { fld: 'id', op: 'oneof', val: [7, 8] },
        { fld: 'genre', op: 'oneof', val: ['F', 'N'] },
      ],
    });
    expect(plan({ field: 'lent', values: ['true'] })).toMatchObject({
      criteria: [{ fld: 'lent', op: 'eq', val: true }],
    });
    expect(
      plan({ criteria: '[{"fld":"title","op":"contains","val":"war"},{"fld":"genre","op":"empty"}]' }),
    ).toMatchObject({
      criteria: [
        { fld: 'title', op: 'contains', val: 'war' },
        { fld: 'genre', op: 'empty' },
      ],
    });
  });

  it('takes up a stored search', () => {
    expect(plan({ search: 'abc' })).toEqual({ do: 'again', list: books, search: 'abc' });
  });

  it('opens the page of criteria for an action that it does not know, and without a search', () => {
    const index = { do: 'open', to: '/book/index' };
    expect(plan({ action: 'shred', related: '7' })).toEqual(index);
    expect(plan({})).toEqual(index);
    expect(plan({ related: ' , ', action: 'index' })).toEqual(index);
  });

  it('refuses what it cannot read, in words', () => {
    const texts = [
      plan({ kind: 'shelf', related: '7' }),
      plan({ related: '7,x' }),
      plan({ related: ',' }),
      plan({ field: 'genre' }),
      plan({ criteria: '{"fld"' }),
      plan({ criteria: '[{"fld":"title","op":"like","val":"a"}]' }),
    ].map((given) => (given.do === 'refuse' ? given.message : given.do));
    const unread = 'The criteria in the address cannot be read. Open the search again from where it came.';
    expect(texts).toEqual([
      '"shelf" cannot be searched. What can be searched: book, loan.',
      '"x" is no whole number, as "id" needs it.',
      'The address names no value for "id".',
      'The address names no value for "genre".',
      unread,
      unread,
    ]);
  });
});
