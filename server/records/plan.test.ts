import { describe, expect, it } from 'vitest';
import type { EntityField } from '#src/core/entity.ts';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { clashingFields } from './conflict.ts';
import type { Held } from './hold.ts';
import { type Change, planCreate, planSave } from './plan.ts';

const fields: readonly EntityField[] = [
  bookField('id', { type: 'integer', write: 'never', readOnly: true }),
  bookField('title', { required: true, maxLength: 10 }),
  bookField('branch', { required: true, write: 'create', readOnly: true }),
  bookField('price', { type: 'integer', minimum: 0 }),
  bookField('lent_at', { type: 'datetime' }),
  bookField('secret', { permission: 'admnU' }),
];
const book = bookEntity(fields, {
  check: [
    {
      id: 'dear',
      when: null,
      expr: { $expr: 'form.price < 100.0', over: 'form', returns: 'boolean' },
      message: 'Too dear.',
      level: 'error',
      fields: ['price'],
    },
  ],
});
const row = { id: 1, version: 4, title: 'Emma', branch: 'A', price: 5, lent_at: '2026-01-01T00:00:00+00:00' };
const held: Held = {
  id: 1,
  version: 4,
  updated_at: '2026-01-01T00:00:00.000Z',
  updated_by: 7,
  updated_by_name: 'Otto',
  district_code: null,
  synthetic: false,
  row,
  whole: row,
  children: {},
};
const who = { id: 7, perms: new Set<string>() };
const ground = { codes: new Map(), mayLink: () => false, today: '2026-07-01' };
const save = (change: Change) => planSave(book, held, change, who, ground);
const create = (change: Change) => planCreate(book, change, who, ground);

describe('the plan of a save', () => {
  it('holds what changes, and nothing that is the same', () => {
    const change = { version: 4, title: 'Persuasion', price: 5, lent_at: '2026-01-01T00:00:00Z' };
    expect(save(change)).toMatchObject({
      action: 'update',
      id: 1,
      fromVersion: 4,
      values: { title: 'Persuasion' },
      forced: false,
    });
    expect(save({ version: 4, title: 'Emma' })).toHaveProperty('values', {});
    expect(save({ version: 3, __forceUpdate__: true, title: 'Persuasion' })).toMatchObject({ forced: true });
  });

  it.each([
    [{ colour: 'red' }, 'unknown-field', '/colour', '"colour" is unknown.'],
    [{ id: 2 }, 'unknown-field', '/id', 'Id cannot be changed.'],
    [{ branch: 'B' }, 'unknown-field', '/branch', 'Branch cannot be changed.'],
    [{ secret: 'x' }, 'unknown-field', '/secret', 'Secret cannot be changed.'],
    [{ title: '' }, 'invalid-request', '/title', 'Title: A value is needed.'],
    [
      { title: 'Far too long a title' },
      'invalid-request',
      '/title',
      'Title: At most 10 characters are accepted.',
    ],
    [{ price: '5' }, 'invalid-request', '/price', 'Price: A whole number is needed.'],
    [{ price: 500 }, 'refused', '/price', 'Too dear.'],
  ])('refuses %j', (change, code, pointer, message) => {
    expect(save({ version: 4, ...change })).toEqual({ code, errors: [{ pointer, message }] });
  });

  it('asks no rule about what it leaves alone', () => {
    const dear = { ...held, row: { ...row, price: 500 }, whole: { ...row, price: 500 } };
    expect(planSave(book, dear, { version: 4, title: 'Persuasion' }, who, ground)).toMatchObject({
      values: { title: 'Persuasion' },
    });
  });

  it('changes nothing that it is given', () => {
    const change = Object.freeze({ version: 4, title: 'Persuasion' });
    expect(save(change)).toEqual(save(change));
    expect(held.row).toEqual(row);
  });
});

describe('the plan of a new record', () => {
  it('takes what is written once, and leaves empty columns to the table', () => {
    expect(create({ title: 'Emma', branch: 'A', price: null, request_id: 'r' })).toMatchObject({
      action: 'insert',
      id: null,
      values: { title: 'Emma', branch: 'A' },
      requestId: 'r',
    });
  });

  it('names every value that is missing', () => {
    expect(create({ price: 1 })).toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/title' }, { pointer: '/branch' }],
    });
  });
});

describe('two changes of one version', () => {
  it('clash where both changed a field, and not to the same', () => {
    const mine = { title: 'A', price: 1, branch: 'X' };
    expect(clashingFields(mine, { title: 'B', price: 1 })).toEqual(['title']);
    expect(clashingFields(mine, {})).toEqual([]);
    expect(clashingFields({ lines: [{ a: 1, b: 2 }] }, { lines: [{ b: 2, a: 1 }] })).toEqual([]);
  });
});
