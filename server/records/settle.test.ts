import { describe, expect, it } from 'vitest';
import type { Entity, EntityField } from '#src/core/entity.ts';
import { readsOf } from '#src/core/expressions/reads.ts';
import { bookEntity, bookField } from '#tests/support/book.ts';
import type { Ground } from './ground.ts';
import type { Held } from './hold.ts';
import { planCreate, planSave } from './plan.ts';
import { planMove } from './plan-move.ts';

const never = { write: 'never', readOnly: true } as const;
const form = (text: string, returns: 'number' | 'boolean') =>
  ({ $expr: text, over: 'form', returns }) as const;
const computed = (text: string) => ({
  ...never,
  type: 'number' as const,
  value: { expr: form(text, 'number'), reads: readsOf(form(text, 'number')), stored: true },
});
const fields: readonly EntityField[] = [
  bookField('branch', { write: 'create', readOnly: true }),
  bookField('author_id', { type: 'integer' }),
  bookField('country', { ...never, from: { ref: 'author_id', field: 'country', reread: false } }),
  bookField('name', { ...never, from: { ref: 'author_id', field: 'name', reread: true } }),
  bookField('price', { type: 'number', default: 5 }),
  bookField('count', { type: 'number' }),
  // Stands before what goes into it.
  bookField('taxed', computed('form.total * 1.1')),
  bookField('total', computed('form.price * form.count')),
  bookField('genre', { codes: 'genre' }),
  bookField('shelf', { codes: 'shelf', under: 'genre' }),
  bookField('number', { ...never, number: { prefix: 'B', per: 'year', digits: 3 } }),
  bookField('state', { ...never, codes: 'state' }),
];
const move = {
  title: 'Lend',
  needs: null,
  check: null,
  message: null,
  notBy: [],
  runs: null,
  notify: null,
  tone: null,
};
const book: Entity = {
  ...bookEntity(fields),
  refs: { author_id: 'author' },
  life: {
    field: 'state',
    start: 'HOME',
    end: [],
    locked: ['LENT'],
    moves: [
      {
        ...move,
        id: 'lend',
        from: ['HOME'],
        to: 'LENT',
        check: form('form.count > 0.0', 'boolean'),
        message: 'None left.',
      },
      {
        ...move,
        id: 'sell',
        title: 'Sell',
        from: ['HOME'],
        to: 'SOLD',
        needs: 'bookS',
        notBy: ['created_by'],
      },
    ],
  },
};
const ground: Ground = {
  codes: new Map([
    [
      'genre',
      [
        { code: 'N', label: 'Novel' },
        { code: 'P', label: 'Poetry' },
      ],
    ],
    [
      'shelf',
      [
        { code: '1', label: 'One', parent: ['N'] },
        { code: '2', label: 'Two', parent: ['N', 'P'] },
      ],
    ],
    [
      'state',
      [
        { code: 'HOME', label: 'At home' },
        { code: 'LENT', label: 'Lent' },
      ],
    ],
  ]),
  mayLink: () => false,
  today: '2026-07-01',
  referred: new Map([['author', new Map([[3, { country: 'UK', name: 'Jane' }]])]]),
};
const row = {
  id: 1,
  version: 1,
  price: 2,
  count: 3,
  total: 6,
  taxed: 6.6,
  genre: 'N',
  shelf: '1',
  state: 'HOME',
  country: 'FR',
  created_by: 7,
};
const held: Held = {
  id: 1,
  version: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
  updated_by: 7,
  updated_by_name: 'Otto',
  district_code: null,
  synthetic: false,
  row,
  whole: row,
  children: {},
};
const who = { id: 7, perms: new Set(['bookS']) };
const save = (change: object) => planSave(book, held, { version: 1, ...change }, who, ground);
const go = (name: string, from: Held = held, by = who) =>
  planMove(book, from, { version: 1, move: name }, by, ground);

describe('what follows from a change', () => {
  it('is begun with defaults, copies, values in their order, the first state and a wanted number', () => {
    expect(planCreate(book, { author_id: 3, count: 2 }, who, ground)).toMatchObject({
      values: {
        author_id: 3,
        price: 5,
        count: 2,
        total: 10,
        taxed: 11,
        country: 'UK',
        name: 'Jane',
        state: 'HOME',
      },
      numbers: [{ field: 'number', part: '2026' }],
      ingredients: { total: { price: 5, count: 2 }, taxed: { total: 10 } },
    });
    expect(planCreate(book, { price: 0 }, who, ground)).toMatchObject({ values: { price: 0 } });
  });

  it('computes what the change goes into, and nothing else', () => {
    expect(save({ count: 4 })).toMatchObject({
      values: { count: 4, total: 8 },
      ingredients: { total: { price: 2, count: 4 } },
    });
    expect(save({ genre: 'P', shelf: '2' })).toMatchObject({ values: { genre: 'P', shelf: '2' } });
    expect(Object.keys((save({ genre: 'P', shelf: '2' }) as { values: object }).values)).toEqual([
      'genre',
      'shelf',
    ]);
  });

  it('copies anew only where the field says so', () => {
    expect((save({ author_id: 3 }) as { values: object }).values).toEqual({ author_id: 3, name: 'Jane' });
    expect(save({ author_id: 4 })).toMatchObject({ code: 'refused', errors: [{ pointer: '/author_id' }] });
  });

  it('keeps a code under its parent: emptied when the parent changes or goes, refused when sent or without one', () => {
    expect((save({ genre: null }) as { values: object }).values).toEqual({ genre: null, shelf: null });
    expect(save({ genre: null, shelf: '1' })).toMatchObject({
      code: 'refused',
      errors: [{ pointer: '/shelf', message: 'Shelf: "1" needs its genre. Choose that first.' }],
    });
    expect((save({ genre: 'P' }) as { values: object }).values).toEqual({ genre: 'P', shelf: null });
    expect(save({ genre: 'P', shelf: '1' })).toMatchObject({
      code: 'refused',
      errors: [{ pointer: '/shelf' }],
    });
  });
});

describe('the plan of a move', () => {
  it('changes the state alone', () => {
    expect(go('lend')).toMatchObject({
      plan: { action: 'update', values: { state: 'LENT' } },
      move: { id: 'lend' },
    });
  });

  it.each([
    [
      'a state that it does not leave',
      () => go('lend', { ...held, row: { ...row, state: 'LENT' } }),
      /while it is "Lent"/,
    ],
    ['a check', () => go('lend', { ...held, whole: { ...row, count: 0 } }), /^None left\.$/],
    ['its author', () => go('sell'), /somebody else to do/],
    ['a missing right', () => go('sell', held, { id: 8, perms: new Set() }), /You may not do this/],
    ['an unknown name', () => go('burn'), /"burn" is no move/],
  ])('is refused by %s', (_, planned, message) => {
    expect(planned()).toMatchObject({
      code: 'refused',
      errors: [{ pointer: '/move', message: expect.stringMatching(message) }],
    });
  });
});
