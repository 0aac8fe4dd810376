// What a chart draws of its rows, as the drawing itself: linked, compiled and drawn without a browser.
import { describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedField, LinkedFigures } from '#src/core/linked.ts';
import type { PaperPorts } from '#src/core/paper.ts';
import { testBlock, testField, testScreen } from '#tests/support/block-props.tsx';
import { chooseRows, namesBelow } from './chart-policy.ts';
import { link } from './link.ts';
import { isChart, type LinkedChart } from './linked-chart.ts';
import { prepareRows } from './prepare-rows.ts';
import { print } from './print.ts';
import { chartSvg } from './svg.ts';

const fields = [
  testField('id', 'integer', { format: 'id', title: 'Loan' }),
  testField('shelf', 'text', { title: 'Shelf' }),
  testField('year', 'integer', { format: 'baseYear', title: 'Year' }),
  testField('price', 'number', { format: 'currency', title: 'Price' }),
  testField('ratio', 'number', { format: 'ratio', title: 'Ratio' }),
  testField('n', 'integer', { title: 'Loans' }),
];

function chartOf(more: object, figures?: LinkedFigures, others: readonly LinkedField[] = []): LinkedChart {
  const findings: BlockFinding[] = [];
  const known = [...fields, ...others];
  const context: BlockLinkContext = {
    source: { kind: 'sql', id: 'loans', fields: known, rowKey: null, ...(figures ? { figures } : {}) },
    fieldsOf: () => known,
    entity: () => null,
    report: (finding) => findings.push(finding),
    suggest: () => undefined,
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: () => {},
    useValidator: () => '',
  };
  const block = link(
    testBlock('chart', { data: 'loans', limits: [], tooltip: [], on: [], ...more }),
    context,
  );
  expect(findings).toEqual([]);
  if (!isChart(block)) throw new Error('It is no chart.');
  return block;
}

type Row = { readonly [column: string]: unknown };

async function drawnOf(chart: LinkedChart, rows: readonly Row[], off: readonly string[] = []) {
  const chosen = chooseRows(rows, chart.policy, { fields, codes: {} });
  const svg = await chartSvg({
    vega: (chosen.lying ? chart.lying : null) ?? chart.vega,
    rows: prepareRows(chosen, fields, {}, new Set(off)),
    width: 640,
    facetColumns: 1,
    series: chosen.series,
    names: namesBelow(chosen, chart.policy),
  });
  return { ...chosen, svg };
}

const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
const marks = (svg: string, kind: string) => {
  const [, inside = ''] =
    new RegExp(`class="mark-${kind} role-mark[^"]*"[^>]*>(.*?)</g>`, 's').exec(svg) ?? [];
  return [...inside.matchAll(/<path[^>]*>/g)].map(([path]) => path);
};
const fillsOf = (paths: readonly string[]) => new Set(paths.map((path) => /fill="([^"]*)"/.exec(path)?.[1]));
const heightOf = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
const shelves = (count: number, more: (i: number) => Row = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ id: i, shelf: `S${i}`, price: 1000 + i, n: 10, ...more(i) }));

const ranking = { mark: 'bar', encoding: { x: { field: 'shelf', sort: '-y' }, y: { field: 'price' } } };
const points = {
  mark: 'point',
  encoding: { x: { field: 'price' }, y: { field: 'ratio', scale: { zero: false } } },
};

describe('names along an axis', () => {
  it('have no place for a row without one, and count none', async () => {
    const { rows, svg, notes } = await drawnOf(chartOf({ spec: ranking }), [
      ...shelves(3),
      { shelf: null, price: 1002, n: 10 },
      { price: 1001, n: 10 },
    ]);
    expect(rows).toHaveLength(3);
    expect(texts(svg)).not.toContain('null');
    expect(marks(svg, 'rect')).toHaveLength(3);
    expect(notes).toEqual([]);
  });

  it('are at most twenty, the highest of a ranking, and the chart says how many are left', async () => {
    const { svg, rows, notes } = await drawnOf(chartOf({ spec: ranking }), shelves(48));
    expect(rows.map(({ shelf }) => shelf).toSorted()).toEqual(
      shelves(48)
        .slice(28)
        .map(({ shelf }) => shelf)
        .toSorted(),
    );
    expect(notes).toEqual(['The 20 of 48 with the highest price; the other 28 are in the table.']);
    expect(texts(svg).filter((text) => /^S\d+$/.test(text))).toHaveLength(20);
  });

  it('are told to be the first by name where those that are left out are not behind them', async () => {
    const tied = await drawnOf(
      chartOf({ spec: ranking, most: 3 }),
      shelves(5, (i) => ({ price: i === 0 ? 2000 : 1000 })),
    );
    expect(tied.rows.map(({ shelf }) => shelf)).toEqual(['S0', 'S1', 'S2']);
    expect(tied.notes).toEqual([
      'The 3 of 5 with the highest price, of equals the first by name; the other 2 are in the table.',
    ]);
    const same = await drawnOf(
      chartOf({ spec: ranking, most: 3 }),
      shelves(5, () => ({ price: 1000 })),
    );
    expect(same.notes).toEqual([
      'The first 3 of 5 by name, all with the same price; the other 2 are in the table.',
    ]);
    const heat = {
      mark: 'rect',
      encoding: { x: { field: 'year' }, y: { field: 'shelf' }, color: { field: 'ratio' } },
    };
    const cells = shelves(4).flatMap((row) => [2024, 2025].map((year) => ({ ...row, year, ratio: 1 })));
    const { notes } = await drawnOf(chartOf({ spec: heat, most: 3 }), cells);
    expect(notes).toEqual([
      'The first 3 of 4 by name, all with as many rows; the other one is in the table.',
    ]);
  });

  it('are as many as the definition says', async () => {
    const { rows, notes } = await drawnOf(chartOf({ spec: ranking, most: 3 }), shelves(5));
    expect(rows.map(({ shelf }) => shelf)).toEqual(['S2', 'S3', 'S4']);
    expect(notes[0]).toContain('The 3 of 5');
  });

  it('lie where they are long or many, each in a line of its own, and stand where they are short and few', async () => {
    const chart = chartOf({ spec: ranking });
    const long = await drawnOf(
      chart,
      shelves(20, (i) => ({ shelf: `Behind the window of the reading room ${i}` })),
    );
    const short = await drawnOf(chart, shelves(4));
    expect(long.lying).toBe(true);
    expect(heightOf(long.svg)).toBeGreaterThanOrEqual(20 * 20);
    expect(texts(long.svg).filter((text) => text.startsWith('Behind'))).toHaveLength(20);
    expect(long.svg).not.toMatch(/rotate\(-40/);
    expect(short.lying).toBe(false);
    expect(heightOf(short.svg)).toBe(240);
  });
});

describe('colours', () => {
  const spec = { ...points, encoding: { ...points.encoding, color: { field: 'shelf' } } };
  const rows = (series: number) =>
    Array.from({ length: series * 4 }, (_, i) => ({
      id: i,
      shelf: `S${i % series}`,
      price: 1000 + i,
      ratio: 1 + (i % 7) / 10,
    }));
  const strokes = (svg: string) =>
    new Set(marks(svg, 'symbol').map((path) => /stroke="([^"]*)"/.exec(path)?.[1]));

  it('are those of the codes, in their order, where a table says what they mean', async () => {
    const severity = testField('severity', 'text', { codes: 'severity' });
    const codes = {
      severity: [
        { code: 'W', label: 'Warning', tone: 'warning' as const },
        { code: 'I', label: 'Advice' },
        { code: 'E', label: 'Error', tone: 'bad' as const },
      ],
    };
    const stacked = {
      mark: 'bar',
      encoding: { y: { field: 'shelf' }, x: { aggregate: 'count' }, color: { field: 'severity' } },
    };
    const chart = chartOf({ spec: stacked }, undefined, [severity]);
    const rows = ['E', null, 'W', 'I', 'E'].map((code, id) => ({ id, shelf: 'S1', severity: code }));
    const chosen = chooseRows(rows, chart.policy, { fields: [...fields, severity], codes });
    expect(chosen.series.map(({ label, tone }) => [label, tone])).toEqual([
      ['Warning', 'warning'],
      ['Advice', 'muted'],
      ['Error', 'bad'],
      ['None', 'muted'],
    ]);
    const svg = await chartSvg({
      vega: chart.vega,
      rows: prepareRows(chosen, [...fields, severity], codes),
      width: 640,
      facetColumns: 1,
      series: chosen.series,
      names: namesBelow(chosen, chart.policy),
    });
    const bars = marks(svg, 'rect').map((path) => ({
      fill: /fill="([^"]*)"/.exec(path)?.[1],
      from: Number(/d="M([\d.]+),/.exec(path)?.[1]),
    }));
    expect(bars.toSorted((a, b) => a.from - b.from).map(({ fill }) => fill)).toEqual([
      '#d08a12',
      '#8a939f',
      '#ac2f33',
      '#8a939f',
    ]);
  });

  it('are eight at most, none twice: what is over is grey and said', async () => {
    const { svg, series, notes } = await drawnOf(chartOf({ spec }), rows(14));
    expect(series).toHaveLength(8);
    expect(series.at(-1)).toEqual({ label: '7 others', value: null, rest: true });
    expect(strokes(svg).size).toBe(8);
    expect(notes).toEqual(['The 7 of 14 that occur most have a colour; the others are grey.']);
  });

  it('are all there for eight series, and stay with their series when another is switched off', async () => {
    const chart = chartOf({ spec });
    const all = await drawnOf(chart, rows(8));
    expect(all.notes).toEqual([]);
    expect(strokes(all.svg).size).toBe(8);
    const without = await drawnOf(chart, rows(8), ['S0']);
    expect(strokes(without.svg)).toEqual(new Set([...strokes(all.svg)].slice(1)));
  });

  it('of lines without a colour of their own are grey, each a line', async () => {
    const lines = {
      mark: 'line',
      encoding: { x: { field: 'year' }, y: { field: 'price' }, color: { field: 'shelf' } },
    };
    const many = Array.from({ length: 24 }, (_, i) => ({
      shelf: `S${i % 12}`,
      year: 2020 + (i % 2),
      price: i,
    }));
    const { svg } = await drawnOf(chartOf({ spec: lines }), many);
    expect(svg.match(/mark-line role-mark/g)).toHaveLength(12);
  });
});

describe('far ends', () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    id: i,
    price: i < 2 ? 9_000_000 : 1000 + i,
    ratio: 1,
  }));

  it('are left out of points and steps where they press all others together, with how many they are', async () => {
    const { rows: drawn, notes } = await drawnOf(chartOf({ spec: points }), rows);
    expect(drawn).toHaveLength(297);
    expect(notes).toEqual(['3 with price above $1,298 are not drawn.']);
  });

  it('are left out at both sides', async () => {
    const both = rows.map((row, i) => (i > 297 ? { ...row, price: -9e6 } : row));
    const { notes } = await drawnOf(chartOf({ spec: points }), both);
    expect(notes).toEqual(['6 with price outside $1,003 to $1,296 are not drawn.']);
  });

  it('stay where the definition says so, and where nothing is pressed', async () => {
    expect((await drawnOf(chartOf({ spec: points, clip: 0 }), rows)).rows).toHaveLength(300);
    expect((await drawnOf(chartOf({ spec: points }), rows.slice(2))).notes).toEqual([]);
  });
});

describe('small samples', () => {
  it('are hollow, do not stretch the scale and are counted', async () => {
    const chart = chartOf({ spec: points, smallSample: { id: 'n', below: 5 } });
    const rows = Array.from({ length: 10 }, (_, i) => ({ id: i, price: 1000 + i, ratio: 1 + i / 10, n: 10 }));
    const few = [
      { id: 20, price: 1003, ratio: 1.3, n: 4 },
      { id: 21, price: 1004, ratio: 7, n: 1 },
    ];
    const { svg, notes, rows: drawn } = await drawnOf(chart, [...rows, ...few]);
    expect(notes).toEqual(['2 of fewer than 5 loans, drawn hollow; 1 of them off the scale, not drawn.']);
    expect(drawn).toHaveLength(11);
    const symbols = marks(svg, 'symbol');
    expect(symbols.filter((path) => path.includes('fill-opacity="0"'))).toHaveLength(1);
    expect(symbols.filter((path) => path.includes('fill-opacity="1"'))).toHaveLength(10);
    expect(fillsOf(symbols)).not.toContain('transparent');
    const whole = await drawnOf(chart, rows);
    expect(marks(whole.svg, 'symbol').some((path) => path.includes('fill-opacity="0"'))).toBe(false);
  });

  it('take no place in a ranking', async () => {
    const chart = chartOf({ spec: ranking, smallSample: { id: 'n', below: 5 } });
    const { rows, notes } = await drawnOf(chart, [...shelves(6), { shelf: 'One', price: 9e6, n: 1 }]);
    expect(rows.map(({ shelf }) => shelf)).not.toContain('One');
    expect(notes).toEqual(['1 of fewer than 5 loans left out of the ranking.']);
    const all = await drawnOf(chart, [{ shelf: 'One', price: 9e6, n: 1 }]);
    expect(all.notes).toEqual(['All are of fewer than 5 loans.']);
    expect(marks(all.svg, 'rect').every((path) => path.includes('fill-opacity="0"'))).toBe(true);
  });

  it('are told on paper in the words of their column, which is not drawn', async () => {
    const rows = shelves(3, () => ({ n: 4 }));
    const ports = {
      screen: { ...testScreen(), data: { loans: { fields } } },
      text: () => '',
      rows: async () => ({ rows, total: 3, totals: {} }),
    } as unknown as PaperPorts;
    const elements = await print(chartOf({ spec: ranking, smallSample: { id: 'n', below: 5 } }), ports);
    const said = elements.flatMap((one) =>
      one.kind === 'paragraph' ? one.runs.map(({ text }) => text) : [],
    );
    expect(said).toEqual(['All are of fewer than 5 loans.']);
  });

  it('are hollow points on a line that is whole', async () => {
    const spec = {
      mark: { type: 'line', point: true },
      encoding: { x: { field: 'year' }, y: { field: 'price' }, color: { field: 'shelf' } },
    };
    const rows = [2020, 2021, 2022].map((year, i) => ({
      shelf: 'A',
      year,
      price: 10 - i,
      n: i === 1 ? 2 : 9,
    }));
    const { svg } = await drawnOf(chartOf({ spec, smallSample: { id: 'n', below: 5 } }), rows);
    expect(svg).toMatch(/mark-line role-mark/);
    expect(marks(svg, 'symbol').filter((path) => path.includes('fill-opacity="0"'))).toHaveLength(1);
  });
});

describe('what is tolerated', () => {
  it('is a band behind the marks with its words', async () => {
    const limits = [{ axis: 'y', value: 0.9, to: 1.1, label: 'Target', tone: 'good' }];
    const rows = [{ id: 1, price: 5, ratio: 0.5 }];
    const { svg } = await drawnOf(chartOf({ spec: points, limits }), [
      ...rows,
      { id: 2, price: 9, ratio: 1.5 },
    ]);
    expect(texts(svg)).toContain('Target');
    expect(marks(svg, 'rect')).toHaveLength(1);
    expect(svg.indexOf('mark-rect role-mark')).toBeLessThan(svg.indexOf('mark-symbol role-mark'));
  });
});

describe('a limit on the steps of a histogram', () => {
  it.each([{}, { to: 1.1 }])('does not draw the scale out to zero: %j', async (more) => {
    const spec = { mark: 'bar', encoding: { x: { field: 'ratio', bin: true }, y: { aggregate: 'count' } } };
    const rows = Array.from({ length: 40 }, (_, i) => ({ ratio: 0.9 + i / 200 }));
    const limits = [{ axis: 'x', value: 1, label: 'Par', tone: 'good', ...more }];
    const { svg } = await drawnOf(chartOf({ spec, limits }), rows);
    // The band is a mark of its own before the bars.
    const groups = [...svg.matchAll(/class="mark-rect role-mark[^"]*"[^>]*>(.*?)<\/g>/gs)];
    const xs = groups.flatMap(([, inside = '']) =>
      [...inside.matchAll(/ d="M(\d+)/g)].map(([, x]) => Number(x)),
    );
    expect(xs.length).toBeGreaterThan(5);
    expect(Math.min(...xs)).toBeLessThan(60);
  });
});

describe('a mark that is one record', () => {
  it('tells its number', () => {
    const own = { own: true, keys: ['id'] } as unknown as LinkedFigures;
    expect(chartOf({ spec: points }, own).vega).toContain('\\"Loan\\"');
    expect(chartOf({ spec: points }).vega).not.toContain('\\"Loan\\"');
  });
});
