import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedField, LinkedFigures, LinkedSource } from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import type { GridColumn } from './definition.ts';

export function field(id: string, more: Partial<LinkedField> = {}): LinkedField {
  return {
    id,
    title: id,
    type: 'text',
    format: 'text',
    unit: null,
    codes: null,
    list: null,
    description: null,
    unitField: null,
    ...more,
  };
}

export const treeFields: readonly LinkedField[] = [
  field('id', { title: 'Number', type: 'integer', format: 'id' }),
  field('name', { title: 'Name' }),
  field('height', { title: 'Height', type: 'number', format: 'number', unit: 'm' }),
  field('price', { title: 'Price', type: 'integer', format: 'currency' }),
  field('kind', { title: 'Kind', codes: 'treeKind' }),
];

/** Of a query that counts the trees of each group. */
export function treeFigures(keys: readonly string[]): LinkedFigures {
  return {
    list: 'trees',
    needs: 'treeV',
    prefix: 'tree',
    singular: 'tree',
    plural: 'trees',
    about: '',
    percentiles: [],
    own: false,
    keys,
    columns: { n: { adds: true, how: 'count' } },
  };
}

export const treeSource: LinkedSource = { kind: 'sql', id: 'trees', fields: treeFields, rowKey: 'id' };

export function column(id: string, more: Partial<GridColumn> = {}): GridColumn {
  return {
    id,
    title: id,
    heading: null,
    unit: null,
    field: field(id),
    format: 'text',
    width: 100,
    priority: 'normal',
    fits: false,
    align: 'left',
    link: null,
    linkWhen: null,
    on: [],
    tone: null,
    total: null,
    once: null,
    hidden: false,
    sortable: true,
    note: null,
    limits: null,
    interval: null,
    visibleWhen: null,
    edit: null,
    ...more,
  };
}

/** A grid block as the schema's walk leaves it. */
export function gridBlock(more: { readonly [property: string]: unknown } = {}): LinkedBlock {
  return {
    id: 'trees',
    type: 'grid',
    title: null,
    visibleWhen: null,
    data: 'trees',
    columns: [],
    editing: 'rows',
    most: 5_000,
    transposed: [],
    freeze: 0,
    sort: [],
    group: [],
    groupable: false,
    foldGroups: true,
    export: true,
    select: 'none',
    actions: [],
    toolbar: [],
    find: true,
    noun: 'trees',
    empty: 'No trees yet.',
    height: 'fill',
    ...more,
  };
}

export function linkContext(source: LinkedSource | null = treeSource) {
  const findings: BlockFinding[] = [];
  const codes: string[] = [];
  const firstPages: PageRequest[] = [];
  const context: BlockLinkContext = {
    source,
    fieldsOf: () => source?.fields ?? [],
    entity: () => null,
    form: () => null,
    entityOfList: () => null,
    report: (finding) => findings.push(finding),
    suggest: (wrong, among) => {
      const near = among.find((known) => known[0] === wrong[0]);
      return near ? `Did you mean "${near}"?` : undefined;
    },
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: (table) => codes.push(table),
    useValidator: () => '',
    tellFirstPage: (page) => firstPages.push(page),
  };
  return { context, findings, codes, firstPages };
}

/** A page of `total` rows with their number as id. */
export function treePage(request: PageRequest, total: number, mark = ''): RowPage {
  const count = Math.max(0, Math.min(request.limit, total - request.offset));
  const ids = Array.from({ length: count }, (_, i) => request.offset + i);
  return {
    columns: [
      { id: 'id', type: 'integer' },
      { id: 'name', type: 'text' },
    ],
    values: [ids, ids.map((id) => `${mark}tree ${id}`)],
    offset: request.offset,
    count,
    total,
    limited: false,
    totals: {},
    run_at: '2026-01-01T00:00:00Z',
    dataset: 'both',
  };
}

/** The trees of a result, as the screen lists them. */
export const listedTrees: LinkedSource = {
  kind: 'records',
  id: 'trees',
  list: 'trees',
  entity: 'tree',
  fields: treeFields,
  rowKey: 'id',
  hash: 'h4sh',
  where: {},
};
export const threeTrees = [
  { id: 1, name: 'Oak', price: 10 },
  { id: 2, name: 'Elm', price: 40 },
  { id: 3, name: 'Ash', price: 30 },
];
