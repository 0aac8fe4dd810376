import { describe, expect, it } from 'vitest';
import { CellEdits } from './cell-edits.ts';
import type { CellRules } from './definition.ts';
import { parseTsv } from './edit-tsv.ts';
import { link } from './link.ts';
import { editText, parseCell } from './parse-cell.ts';
import { column, field, gridBlock, linkContext, treeFields } from './test-support.ts';

const rules: CellRules = {
  required: false,
  minimum: null,
  maximum: null,
  maxLength: null,
  pattern: null,
  permission: null,
};

const typed = (id: string, more: Parameters<typeof field>[1], edit: Partial<CellRules> = {}) =>
  column(id, { field: field(id, more), edit: { ...rules, ...edit } });

const price = typed('price', { type: 'integer', format: 'currency' }, { minimum: 0, required: true });
const share = typed('share', { type: 'number', format: 'percent' }, { minimum: 0 });
const area = typed('area', { type: 'number', format: 'area', unitField: 'area_unit' });
const codes = new Map([
  ['b', 'Broadleaf'],
  ['c', 'Conifer'],
]);

describe('what is typed into a cell', () => {
  it.each([
    [price, '$1,250,000', null, { price: 1_250_000 }],
    [share, '5.25 %', null, { share: 0.0525 }],
    [area, '2.5 ha', null, { area: 25_000, area_unit: 'H' }],
    [area, '450', null, { area: 450, area_unit: 'M' }],
    [typed('day', { type: 'date', format: 'date' }), '5-Mar-2024', null, { day: '2024-03-05' }],
    [typed('kind', { codes: 'kind' }), 'conifer', codes, { kind: 'c' }],
    [typed('kind', { codes: 'kind' }), 'b', codes, { kind: 'b' }],
    [typed('cut', { type: 'boolean', format: 'boolean' }), 'Yes', null, { cut: true }],
    [typed('note', {}), '  ', null, { note: null }],
  ])('means a value of its field: %#', (cell, text, labels, values) => {
    expect(parseCell(cell, text, labels)).toEqual({ values });
  });

  it.each([
    [price, 'dear', null, 'is not a number'],
    [price, '-1', null, 'At least 0'],
    [price, '', null, 'A value is needed.'],
    [area, 'wide', null, 'This is not an area.'],
    [typed('day', { type: 'date', format: 'date' }), '31-Feb-2024', null, 'Invalid date'],
    [typed('kind', { codes: 'kind' }), 'palm', codes, 'is no code'],
    [typed('cut', { type: 'boolean', format: 'boolean' }), 'maybe', null, 'neither yes nor no'],
    [typed('note', {}, { maxLength: 3 }), 'long', null, 'At most 3 characters'],
    [typed('note', {}, { pattern: '^[0-9]{4}$', takes: 'four digits' }), 'abcd', null, 'four digits'],
  ])('is refused with its reason: %#', (cell, text, labels, reason) => {
    expect(parseCell(cell, text, labels)).toEqual({ problem: expect.stringContaining(reason) });
  });

  it('is what stands there when it is changed again', () => {
    const hectares = { area: 25_000, area_unit: 'H' };
    expect(parseCell(area, editText(area, hectares), null)).toEqual({ values: hectares });
    expect(editText(typed('day', { type: 'date' }), { day: '2024-03-05' })).toBe('05-Mar-2024');
  });
});

describe('a text from a sheet', () => {
  it('is read with its quotes and line ends', () => {
    expect(parseTsv('a\tb\r\n"x ""y""\nz"\t\r\n')).toEqual([
      ['a', 'b'],
      ['x "y"\nz', ''],
    ]);
  });
});

describe('changed cells', () => {
  const row = { id: 1, price: 5, version: 3 };
  const cell = (value: number) => ({ text: String(value), values: { price: value }, problem: null });
  const change = (value: number) => ({ key: '1', row, column: 'price', edit: cell(value) });

  it('are unchanged with their stored value, and taken back step by step', () => {
    const edits = new CellEdits(() => {});
    edits.take([change(6)]);
    edits.take([change(7)]);
    expect(edits.cell('1', 'price')?.values).toEqual({ price: 7 });
    edits.undo();
    expect(edits.cell('1', 'price')?.values).toEqual({ price: 6 });
    edits.take([change(5)]);
    expect(edits.size).toBe(0);
    edits.undo();
    expect(edits.size).toBe(1);
  });

  it('stay with the reason when the server refuses them, and keep the version that was stored', () => {
    const edits = new CellEdits(() => {});
    const wrong = { text: 'x', values: null, problem: 'Wrong.' };
    edits.take([change(6), { key: '1', row, column: 'note', edit: wrong }]);
    edits.failed('1', {
      status: 400,
      code: 'invalid-request',
      message: 'No.',
      reference: null,
      errors: [{ pointer: '/price', message: 'Too dear.' }],
      details: {},
    });
    expect(edits.cell('1', 'price')?.problem).toBe('Too dear.');
    expect(edits.undo()).toBe(false);
    edits.saved('1', { id: 1, price: 6, version: 4 });
    expect(edits.row('1')).toMatchObject({ row: { version: 4 }, failure: null });
    expect([...(edits.row('1')?.cells.keys() ?? [])]).toEqual(['note']);
  });
});

describe('a column that is changed in place', () => {
  it('is of a list of records', () => {
    const { context, findings } = linkContext();
    link(gridBlock({ columns: treeFields.map(({ id }) => ({ id, edit: id === 'name' })) }), context);
    expect(findings).toMatchObject([{ pointer: '/columns/1/edit', rule: 'edit-column' }]);
  });
});
