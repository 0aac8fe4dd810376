import { describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedBlock, LinkedField } from '#src/core/linked.ts';
import type { ValueType } from '#src/core/values.ts';
import { link } from './link.ts';
import { isChart } from './linked-chart.ts';

const field = (id: string, type: ValueType, more: Partial<LinkedField> = {}): LinkedField => ({
  id,
  title: id.charAt(0).toUpperCase() + id.slice(1),
  type,
  format: (type === 'integer' || type === 'number' || type === 'date' ? type : 'text') satisfies FormatId,
  unit: null,
  codes: null,
  list: null,
  description: null,
  unitField: null,
  ...more,
});

const loans = [
  field('id', 'integer', { format: 'id', title: 'Loan' }),
  field('lent_on', 'date', { title: 'Lent on' }),
  field('branch', 'text', { codes: 'branch' }),
  field('pages', 'integer'),
  field('price', 'integer', { format: 'currency' }),
  field('low', 'number'),
  field('high', 'number'),
];

function linked(more: object, fields: readonly LinkedField[] = loans, rowKey: string | null = 'id') {
  const findings: BlockFinding[] = [];
  const codes: string[] = [];
  const context: BlockLinkContext = {
    source: { kind: 'sql', id: 'loans', fields, rowKey },
    fieldsOf: () => fields,
    entity: () => null,
    report: (finding) => findings.push(finding),
    suggest: (wrong, among) =>
      among.includes('pages') && wrong === 'pagse' ? 'Did you mean "pages"?' : undefined,
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: (table) => codes.push(table),
    useValidator: () => '',
  };
  const block: LinkedBlock = {
    id: 'plot',
    type: 'chart',
    title: null,
    visibleWhen: null,
    data: 'loans',
    limits: [],
    tooltip: [],
    on: [],
    empty: '',
    ...more,
  };
  const result = link(block, context);
  return { findings, codes, result, vega: isChart(result) ? JSON.parse(result.vega) : null };
}

const points = { mark: 'point', encoding: { x: { field: 'pages' }, y: { field: 'price' } } };

describe('link rules of charts', () => {
  it('says which columns are counted where each mark is of several rows', () => {
    const countedOf = (spec: object) => {
      const { result } = linked({ spec });
      return isChart(result) ? result.counted : undefined;
    };
    const y = { aggregate: 'count' };
    expect(countedOf(points)).toBeNull();
    expect(countedOf({ mark: 'bar', encoding: { x: { field: 'pages', bin: true }, y } })).toEqual(['pages']);
    const color = { field: 'branch' };
    expect(countedOf({ mark: 'bar', encoding: { x: { field: 'pages', bin: true }, y, color } })).toEqual([
      'pages',
      'branch',
    ]);
    // Nothing is told apart: any column counts the rows.
    expect(countedOf({ mark: 'bar', encoding: { y } })).toEqual(['id']);
    const layer = [points, { mark: 'line', encoding: { x: { field: 'pages' }, y: { ...y } } }];
    expect(countedOf({ layer })).toBeNull();
  });

  it('begins its table with the key of the record, else with what the marks stand for', () => {
    const spec = { mark: 'bar', encoding: { x: { field: 'price' }, y: { field: 'branch', sort: '-x' } } };
    const fieldsOf = (key: string | null) => {
      const { result } = linked({ spec, tooltip: ['pages'] }, loans, key);
      return isChart(result) ? result.fields.map(({ id }) => id) : null;
    };
    expect(fieldsOf('id')).toEqual(['id', 'pages', 'price', 'branch']);
    expect(fieldsOf(null)).toEqual(['branch', 'pages', 'price']);
  });

  it('orders its table by the axis that orders the marks, where a mark is one row', () => {
    const orderOf = (x: object, y: object) => {
      const { result } = linked({ spec: { mark: 'bar', encoding: { x, y } } });
      return isChart(result) ? result.order : undefined;
    };
    const price = { field: 'price' };
    expect(orderOf({ field: 'branch', sort: '-y' }, price)).toEqual({ field: 'price', descending: true });
    expect(orderOf(price, { field: 'branch', sort: 'x' })).toEqual({ field: 'price', descending: false });
    expect(orderOf({ field: 'branch', sort: '-y' }, { ...price, aggregate: 'sum' })).toBeNull();
    expect(orderOf({ field: 'branch', sort: 'x' }, price)).toBeNull();
    expect(orderOf({ field: 'branch' }, price)).toBeNull();
  });

  it('compiles a scatter with types, titles with units and the key in the tooltip', () => {
    const { findings, vega } = linked({ spec: points });
    expect(findings).toEqual([]);
    const text = JSON.stringify(vega);
    expect(text).toContain('"title":"Price ($)"');
    expect(text).toContain('\\"Loan\\"');
    expect(vega.data[0]).toEqual({ name: 'source' });
    expect(vega.background).toBeUndefined();
  });

  it('takes limits as labelled rules that are drawn once', () => {
    const { findings, vega } = linked({
      spec: points,
      limits: [{ axis: 'y', value: 15, label: 'Dear', tone: 'bad' }],
    });
    expect(findings).toEqual([]);
    const rule = vega.marks.find((mark: { type: string }) => mark.type === 'rule');
    const [edge, label] = vega.marks.filter((mark: { type: string }) => mark.type === 'text');
    expect(JSON.stringify(edge)).toContain('cad_surface');
    expect(JSON.stringify(label)).toContain('Dear');
    expect(JSON.stringify(label)).toContain('cad_bad');
    const drawn = vega.data.find((data: { name: string }) => data.name === rule.from.data);
    expect(drawn.values).toHaveLength(1);
  });

  it.each([
    [
      'histogram',
      { mark: 'bar', encoding: { x: { field: 'price', bin: { maxbins: 20 } }, y: { aggregate: 'count' } } },
    ],
    [
      'months',
      {
        mark: { type: 'line', point: true },
        encoding: {
          x: { field: 'lent_on', timeUnit: 'yearmonth' },
          y: { field: 'price', aggregate: 'median' },
          color: { field: 'branch' },
        },
      },
    ],
    [
      'stack',
      {
        mark: 'bar',
        encoding: {
          x: { field: 'branch', sort: '-y' },
          y: { field: 'pages', aggregate: 'sum', stack: 'normalize' },
          color: { field: 'branch' },
        },
      },
    ],
    [
      'area',
      { mark: 'area', encoding: { x: { field: 'lent_on' }, y: { field: 'low' }, y2: { field: 'high' } } },
    ],
    ['ticks', { mark: 'tick', encoding: { x: { field: 'pages' }, y: { field: 'branch' } } }],
    [
      'box',
      {
        encoding: { x: { field: 'branch' } },
        layer: [
          { mark: 'rule', encoding: { y: { field: 'low', title: 'Price' }, y2: { field: 'high' } } },
          {
            mark: { type: 'bar', size: 14 },
            encoding: { y: { field: 'low', title: 'Price' }, y2: { field: 'high' } },
          },
          {
            mark: { type: 'tick', size: 14, tone: 'warning' },
            encoding: { y: { field: 'price', title: 'Price' } },
          },
        ],
      },
    ],
    ['panels', { ...points, facet: { field: 'branch', columns: 2 } }],
  ])('compiles %s without a warning', (_, spec) => {
    expect(linked({ spec }).findings).toEqual([]);
  });

  it('takes title and order of an axis from the first layer that gives them', () => {
    const layer = [
      {
        mark: 'rule',
        encoding: {
          x: { field: 'branch', sort: { field: 'price' } },
          y: { field: 'low', title: 'Spread' },
          y2: { field: 'high' },
        },
      },
      { mark: 'tick', encoding: { x: { field: 'branch' }, y: { field: 'price' } } },
    ];
    const { findings, vega } = linked({ spec: { layer } });
    expect(findings).toEqual([]);
    const titles = vega.axes.flatMap((axis: { title?: string }) => axis.title ?? []);
    expect(titles).toEqual(['Branch', 'Spread']);
  });

  it('asks for the code tables that it shows', () => {
    const { codes } = linked({
      spec: { mark: 'bar', encoding: { x: { field: 'branch' }, y: { aggregate: 'count' } } },
    });
    expect(codes).toContain('branch');
  });

  it('names a misspelt field with its place and the nearest known one', () => {
    const { findings, result } = linked({
      spec: { mark: 'point', encoding: { x: { field: 'pagse' }, y: { field: 'price' } } },
    });
    expect(findings).toEqual([
      {
        pointer: '/spec/encoding/x/field',
        rule: 'unknown-column',
        message: '"pagse" is not returned by source "loans".',
        suggestion: 'Did you mean "pages"?',
      },
    ]);
    expect(isChart(result)).toBe(false);
  });

  it.each([
    [
      { mark: 'bar', encoding: { x: { field: 'branch' }, y: { field: 'branch', aggregate: 'mean' } } },
      '/spec/encoding/y/aggregate',
    ],
    [
      { mark: 'bar', encoding: { x: { field: 'branch', bin: true }, y: { aggregate: 'count' } } },
      '/spec/encoding/x/bin',
    ],
    [
      { mark: 'bar', encoding: { x: { field: 'pages', timeUnit: 'year' }, y: { aggregate: 'count' } } },
      '/spec/encoding/x/timeUnit',
    ],
    [
      { mark: 'bar', encoding: { x: { field: 'branch', type: 'quantitative' }, y: { aggregate: 'count' } } },
      '/spec/encoding/x/type',
    ],
  ])('refuses what the type of a field cannot be', (spec, pointer) => {
    expect(linked({ spec }).findings).toMatchObject([{ pointer, rule: 'chart-field-type' }]);
  });

  it('refuses a chart without a mark, without a place and with a channel that says nothing', () => {
    expect(linked({ spec: { encoding: points.encoding } }).findings).toMatchObject([{ rule: 'chart-mark' }]);
    expect(linked({ spec: { mark: 'bar' } }).findings).toMatchObject([
      { rule: 'chart-channel', pointer: '/spec' },
    ]);
    expect(
      linked({ spec: { mark: 'bar', encoding: { x: {}, y: { aggregate: 'count' } } } }).findings,
    ).toMatchObject([{ rule: 'chart-channel', pointer: '/spec/encoding/x' }]);
  });

  it('leaves the definition unchanged', () => {
    const spec = structuredClone(points);
    linked({ spec });
    expect(spec).toEqual(points);
  });
});
