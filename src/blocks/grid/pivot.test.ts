import { describe, expect, it } from 'vitest';
import type { LinkedAcross } from './definition.ts';
import { isLinkedGrid } from './definition.ts';
import { link } from './link.ts';
import { pivot } from './pivot.ts';
import { column, field, gridBlock, linkContext } from './test-support.ts';

const own = [column('kind')];
const across: LinkedAcross = {
  source: 'years',
  id: 'year',
  title: 'year',
  titleFormat: 'baseYear',
  match: 'year',
  most: 2,
  cells: [column('n', { total: 'sum', field: field('n', { type: 'integer' }) })],
};
const rows = [
  { kind: 'Oak', year: 2023, n: 3 },
  { kind: 'Oak', year: 2024, n: 4 },
  { kind: 'Elm', year: 2024, n: 5 },
  { kind: 'Elm', year: 2020, n: 9 },
];
const years = [{ year: 2023 }, { year: 2024 }, { year: 2025 }];

describe('columns that the data make', () => {
  it('are one for each row of their source, as many as are allowed, and hold the cells of their rows', () => {
    const made = pivot(rows, years, own, across);
    expect(made.columns.map(({ id, title, total }) => [id, title, total])).toEqual([
      ['kind', 'kind', null],
      ['n__2023', '2023', 'sum'],
      ['n__2024', '2024', 'sum'],
    ]);
    expect(made.rows).toMatchObject([
      { kind: 'Oak', n__2023: 3, n__2024: 4 },
      { kind: 'Elm', n__2024: 5 },
    ]);
    expect(made.rows[1]).not.toHaveProperty('n__2023');
    expect(made.left).toBe(1);
  });

  it('lead from a cell to the row that it came from', () => {
    const made = pivot(rows, years, own, across);
    const [, , last] = made.columns;
    expect(last?.rowOf?.(made.rows[1] ?? {})).toBe(rows[2]);
    expect(made.columns[1]?.rowOf?.(made.rows[1] ?? {})).toBe(null);
  });

  it('lead from a total to what all its rows have', () => {
    const made = pivot(rows, years, own, across);
    expect(made.columns.map(({ place }) => place)).toEqual([
      undefined,
      { column: 'year', value: 2023 },
      { column: 'year', value: 2024 },
    ]);
  });

  it('say which of several cells they hold, and have names of their own', () => {
    const cells = [column('n', { title: 'Trees' }), column('height', { title: 'Height' })];
    const made = pivot([], [{ year: '2023-24' }, { year: '2023/24' }], own, {
      ...across,
      titleFormat: 'text',
      cells,
    });
    expect(made.columns.slice(1).map(({ id, title }) => [id, title])).toEqual([
      ['n__2023_24', '2023-24 Trees'],
      ['height__2023_24', '2023-24 Height'],
      ['n__2023_24_1', '2023/24 Trees'],
      ['height__2023_24_1', '2023/24 Height'],
    ]);
  });

  it('are linked with the words of both sources, which are read whole', () => {
    const { context } = linkContext();
    const whole: string[] = [];
    const block = gridBlock({
      columns: [{ id: 'name' }],
      columnsFrom: { each: { data: 'kinds', id: 'kind' }, most: 60, cells: [{ id: 'price' }] },
    });
    const linked = link(block, {
      ...context,
      fieldsOf: () => [field('kind')],
      tellWhole: (source) => whole.push(source),
    });
    expect(isLinkedGrid(linked) && linked.columnsFrom).toMatchObject({
      source: 'kinds',
      match: 'kind',
      cells: [{ id: 'price', format: 'currency', align: 'right' }],
    });
    expect(whole).toEqual(['trees', 'kinds']);
  });
});
