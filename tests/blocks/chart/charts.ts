// Charts of a library's loans: every mark that the block knows, linked as the server links them.

import { link } from '#src/blocks/chart/link.ts';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { testBlock, testField } from '#tests/support/block-props.tsx';

export const fields = [
  testField('id', 'integer', { format: 'id', title: 'Loan' }),
  testField('lent_on', 'date', { title: 'Lent on' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  testField('shelf', 'text', { title: 'Shelf' }),
  testField('year', 'integer', { title: 'Year', format: 'baseYear' }),
  testField('pages', 'integer', { title: 'Pages' }),
  testField('price', 'integer', { title: 'Price', format: 'currency' }),
  testField('ratio', 'number', { title: 'Ratio', format: 'ratio' }),
  testField('low', 'number', { title: 'Low', format: 'currency' }),
  testField('q1', 'number', { title: 'Lower quartile', format: 'currency' }),
  testField('q3', 'number', { title: 'Upper quartile', format: 'currency' }),
  testField('high', 'number', { title: 'High', format: 'currency' }),
];

export const codes = {
  branch: [
    { code: 'N', label: 'North' },
    { code: 'S', label: 'South' },
    { code: 'W', label: 'West' },
  ],
};

/** Rows from a fixed generator. */
export function rows(count: number): readonly { readonly [column: string]: unknown }[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  return Array.from({ length: count }, (_, i) => {
    const price = Math.round(200_000 + next() * 900_000);
    return {
      id: 1000 + i,
      lent_on: `2022-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
      branch: ['N', 'S', 'W'][i % 3],
      shelf: `Shelf ${1 + (i % 14)}`,
      year: 2017 + (i % 6),
      pages: Math.round(50 + next() * 800),
      price,
      ratio: 0.7 + next() * 0.6,
      low: price * 0.6,
      q1: price * 0.9,
      q3: price * 1.15,
      high: price * 1.5,
    };
  });
}

const box = [
  { mark: 'rule', encoding: { y: { field: 'low', title: 'Price ($)' }, y2: { field: 'high' } } },
  {
    mark: { type: 'bar', size: 14 },
    encoding: { y: { field: 'q1', title: 'Price ($)' }, y2: { field: 'q3' } },
  },
  {
    mark: { type: 'tick', size: 14, thickness: 3, tone: 'warning' },
    encoding: { y: { field: 'price', title: 'Price ($)' } },
  },
];

const specs: { readonly [id: string]: object } = {
  scatter: {
    spec: {
      mark: 'point',
      encoding: {
        x: { field: 'price' },
        y: { field: 'ratio', scale: { zero: false } },
        color: { field: 'branch' },
      },
    },
    limits: [
      { axis: 'y', value: 0.98, label: 'Lower bound 0.98', tone: 'bad' },
      { axis: 'y', value: 1.03, label: 'Upper bound 1.03', tone: 'bad' },
    ],
    on: [{ type: 'navigate', to: '/loan/{row.id}' }],
  },
  months: {
    spec: {
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'lent_on', timeUnit: 'yearmonth' },
        y: { field: 'price', aggregate: 'median', scale: { zero: false } },
        color: { field: 'branch' },
      },
    },
  },
  histogram: {
    spec: {
      mark: 'bar',
      encoding: { x: { field: 'ratio', bin: { maxbins: 24 } }, y: { aggregate: 'count' } },
    },
    limits: [{ axis: 'x', value: 1, label: 'Par', tone: 'good' }],
  },
  bars: {
    spec: {
      mark: 'bar',
      encoding: { x: { field: 'branch' }, y: { aggregate: 'count' }, color: { field: 'year' } },
    },
    on: [{ type: 'navigate', to: '/branch/{row.branch}' }],
  },
  boxes: { spec: { encoding: { x: { field: 'id', type: 'ordinal' } }, layer: box } },
  shelves: {
    spec: {
      mark: 'point',
      encoding: { x: { field: 'pages' }, y: { field: 'price' }, color: { field: 'shelf' } },
    },
  },
  ticks: { spec: { mark: 'tick', encoding: { x: { field: 'price' }, y: { field: 'branch' } } } },
  area: {
    spec: {
      mark: 'area',
      encoding: { x: { field: 'year' }, y: { field: 'price', aggregate: 'sum' }, color: { field: 'branch' } },
    },
  },
  places: {
    spec: {
      mark: 'point',
      encoding: { x: { field: 'branch' }, y: { field: 'price', aggregate: 'median' } },
      facet: { field: 'year', columns: 6 },
    },
  },
  panels: {
    spec: {
      mark: 'point',
      encoding: { x: { field: 'pages' }, y: { field: 'price' } },
      facet: { field: 'branch' },
    },
  },
};

export function linkedCharts(): {
  readonly blocks: readonly LinkedBlock[];
  readonly findings: readonly BlockFinding[];
} {
  const findings: BlockFinding[] = [];
  const blocks = Object.entries(specs).map(([id, more]) =>
    link(
      testBlock('chart', {
        id,
        title: `Chart ${id}`,
        data: 'rows',
        limits: [],
        tooltip: [],
        on: [],
        empty: 'Nothing.',
        ...more,
      }),
      {
        source: { kind: 'sql', id: 'rows', fields, rowKey: 'id' },
        fieldsOf: () => fields,
        entity: () => null,
        report: (finding) => findings.push(finding),
        suggest: () => undefined,
        widgetFor: () => ({ type: 'text', options: {} }),
        useCodes: () => {},
        useValidator: () => '',
      },
    ),
  );
  return { blocks, findings };
}
