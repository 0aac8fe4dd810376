import { describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import { isLinkedGrid, type LinkedGrid } from './definition.ts';
import { link } from './link.ts';
import { field, gridBlock, linkContext, treeFields, treeSource } from './test-support.ts';

function linkGrid(more: { readonly [property: string]: unknown }, source = treeSource) {
  const asked = linkContext(source);
  const linked = link(gridBlock(more), asked.context);
  const grid: LinkedGrid | null = isLinkedGrid(linked) ? linked : null;
  return { grid, findings: asked.findings, codes: asked.codes };
}

describe('linking a grid', () => {
  it('shows every field of the source when no columns are given', () => {
    const { grid, findings } = linkGrid({});
    expect(grid?.columns.map(({ id }) => id)).toEqual(['id', 'name', 'height', 'price', 'kind']);
    expect(findings).toEqual([]);
  });

  it('takes title, format and unit from the dictionary and lets the column override them', () => {
    const { grid } = linkGrid({
      columns: [{ id: 'height' }, { id: 'price', title: 'Cost', format: 'integer', width: 77 }],
    });
    expect(grid?.columns[0]).toMatchObject({ title: 'Height', format: 'number', unit: 'm' });
    expect(grid?.columns[1]).toMatchObject({ title: 'Cost', format: 'integer', unit: null, width: 77 });
  });

  it('puts numbers at the right and names, ids and codes at the left', () => {
    const { grid } = linkGrid({});
    const align = Object.fromEntries((grid?.columns ?? []).map((column) => [column.id, column.align]));
    expect(align).toEqual({ id: 'left', name: 'left', height: 'right', price: 'right', kind: 'left' });
  });

  it('leaves out a column that the source does not return, which the walk has reported', () => {
    const { grid } = linkGrid({ columns: [{ id: 'hieght' }, { id: 'height' }] });
    expect(grid?.columns.map(({ id }) => id)).toEqual(['height']);
  });

  it('takes the columns as they are named where the source describes no fields', () => {
    const { grid, findings } = linkGrid(
      { columns: [{ id: 'file_name' }], sort: ['-size'] },
      { ...treeSource, fields: [] },
    );
    expect(grid?.columns[0]).toMatchObject({ id: 'file_name', title: 'File name', format: 'text' });
    expect(findings).toEqual([]);
  });

  it('reports an unknown column in the sort with a suggestion, and columns that stand twice', () => {
    const { findings } = linkGrid({ columns: [{ id: 'id' }, { id: 'id' }], sort: ['-hieght'] });
    expect(findings.map(({ rule, pointer, suggestion }) => [rule, pointer, suggestion])).toEqual([
      ['duplicate-column', '/columns/1/id', undefined],
      ['unknown-column', '/sort/0', 'Did you mean "height"?'],
    ]);
  });

  it('refuses a sum of text, and a selection of rows without a name', () => {
    const source: LinkedSource = { kind: 'sql', id: 'trees', fields: treeFields, rowKey: null };
    const { findings } = linkGrid({ columns: [{ id: 'name', total: 'sum' }], select: 'many' }, source);
    expect(findings.map(({ rule }) => rule)).toEqual(['total-type', 'missing-row-key']);
  });

  it('names rows by what their source says: its key, a column called key, the record that a row is, or the one group', () => {
    const figures = { own: true, keys: ['id'] } as never;
    const kinds = { own: false, keys: ['kind'] } as never;
    const both = { own: false, keys: ['kind', 'height'] } as never;
    const source = { kind: 'sql', id: 'trees', fields: treeFields, rowKey: null } as const;
    const keyed = { ...source, fields: [...treeFields, field('key', { type: 'text' })] };
    const keyOf = (given: LinkedSource, block: object = {}) =>
      linkGrid({ rowKey: undefined, ...block }, given).grid?.rowKey;
    expect(keyOf({ ...source, rowKey: 'name' })).toBe('name');
    expect(keyOf({ ...keyed, figures })).toBe('key');
    expect(keyOf({ ...source, figures })).toBe('id');
    expect(keyOf({ ...source, figures: kinds })).toBe('kind');
    expect(keyOf({ ...source, figures: both })).toBeNull();
    expect(keyOf({ ...keyed, figures }, { rowKey: 'name' })).toBe('name');
  });

  it('takes the field that counts once, and refuses one that says nothing', () => {
    const { grid, findings } = linkGrid({ columns: [{ id: 'price', total: 'sum', once: 'kind' }] });
    expect(grid?.columns[0]?.once).toEqual({ id: 'kind', title: 'Kind' });
    expect(findings).toEqual([]);
    for (const column of [{ once: 'kind' }, { total: 'max', once: 'kind' }])
      expect(linkGrid({ columns: [{ id: 'price', ...column }] }).findings).toMatchObject([
        { pointer: '/columns/0/once', rule: 'total-once' },
      ]);
    const lists: LinkedSource = {
      kind: 'sql',
      id: 'trees',
      fields: [...treeFields, field('owners', { type: 'list' })],
      rowKey: null,
    };
    const of = linkGrid({ columns: [{ id: 'price', total: 'sum', once: 'owners' }] }, lists);
    expect(of.findings.map(({ rule }) => rule)).toEqual(['total-once']);
  });

  it('counts rows by what its entity calls several, else by the name of their list, unless the definition has a noun', () => {
    const records: LinkedSource = {
      kind: 'records',
      id: 'trees',
      list: 'saplings',
      entity: 'tree',
      fields: treeFields,
      rowKey: 'id',
      hash: null,
      where: {},
    };
    expect(linkGrid({ noun: undefined }, records).grid?.noun).toBe('saplings');
    const { context } = linkContext(records);
    const named = link(gridBlock({ noun: undefined }), {
      ...context,
      entityOfList: () => ({ plural: 'young saplings', fields: {} }) as never,
    });
    expect(isLinkedGrid(named) && named.noun).toBe('young saplings');
    expect(linkGrid({ noun: 'young trees' }, records).grid?.noun).toBe('young trees');
    expect(linkGrid({ noun: undefined }).grid?.noun).toBe('rows');
  });

  it('lets only texts without a width of their own grow to their first rows', () => {
    const { grid } = linkGrid({ columns: [{ id: 'name' }, { id: 'kind', width: 90 }, { id: 'height' }] });
    expect(grid?.columns.map(({ fits }) => fits)).toEqual([true, false, false]);
  });

  it('asks for the code tables that its columns show', () => {
    expect(linkGrid({ columns: [{ id: 'kind' }] }).codes).toEqual(['treeKind']);
  });

  it('warns where no link is seen in a narrow window', () => {
    const wide = { id: 'height', width: 640 };
    const way = { id: 'price', width: 100, link: '/tree/{row.id}' };
    const rulesOf = (...columns: readonly object[]) => linkGrid({ columns }).findings.map(({ rule }) => rule);
    expect(rulesOf(wide, way)).toEqual(['link-out-of-sight']);
    expect(rulesOf(way, wide)).toEqual([]);
    expect(rulesOf({ ...wide, priority: 'low' }, way)).toEqual([]);
    expect(rulesOf(wide, { ...way, priority: 'low' })).toEqual(['link-out-of-sight']);
    const on = [{ type: 'navigate', to: '/tree' }];
    const actions = [{ id: 'open', label: 'Open', icon: 'link', on }];
    expect(linkGrid({ columns: [wide, way], actions }).findings).toEqual([]);
  });

  it('refuses to freeze every column', () => {
    expect(linkGrid({ columns: [{ id: 'id' }], freeze: 1 }).findings[0]?.rule).toBe('freeze-too-many');
  });

  it('does not change the block it was given', () => {
    const block = gridBlock({ columns: [{ id: 'height' }] });
    const before = structuredClone(block);
    link(block, linkContext().context);
    expect(block).toEqual(before);
  });

  it('groups by columns of the grid with a single value', () => {
    const { context, findings } = linkContext();
    link(gridBlock({ columns: [{ id: 'name' }], group: ['name', 'height', 'nime'] }), context);
    expect(findings).toMatchObject([
      { pointer: '/group/1', rule: 'group-column', message: expect.stringContaining('Add it to "columns"') },
      { pointer: '/group/2', rule: 'group-column', suggestion: 'Did you mean "name"?' },
    ]);
  });
});
