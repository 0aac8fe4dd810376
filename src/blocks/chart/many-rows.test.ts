import { describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import type { PaperPorts, RowsWish } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { testBlock, testField, testScope, testScreen } from '#tests/support/block-props.tsx';
import { askedBy, notesOfMany, uncounted } from './many-rows.ts';
import { noPolicy } from './policy.ts';
import { print } from './print.ts';

const names = {
  field: 'branch',
  by: null,
  descending: true,
  ranked: true,
  along: 'x',
  upright: false,
} as const;
const points = { counted: null, policy: noPolicy };
const bars = { counted: ['branch'], policy: { ...noPolicy, names } };
const ranking = { counted: null, policy: { ...noPolicy, names } };

describe('a chart of more rows than are loaded', () => {
  it('asks for what it counts, for all rows of a ranking, else for a sample', () => {
    expect(askedBy(bars)).toEqual({ limit: 100_000, counted: ['branch'] });
    expect(askedBy(ranking)).toEqual({ limit: 100_000 });
    expect(askedBy(points)).toEqual({ limit: 5_000, sample: 5_000 });
  });

  it('has each row that was counted as often as there are', () => {
    const rows = uncounted([
      { branch: 'N', '#rows': 3 },
      { branch: 'S', '#rows': 1 },
    ]);
    expect(rows).toEqual([{ branch: 'N' }, { branch: 'N' }, { branch: 'N' }, { branch: 'S' }]);
    expect(rows[0]).toBe(rows[2]);
  });

  it('tells of a sample, and of a report that stopped', () => {
    expect(notesOfMany(bars, 90_973, 90_973, false)).toEqual([]);
    expect(notesOfMany(points, 5_000, 90_973, false)).toEqual([
      'Drawn from a random sample of 5,000 of 90,973 rows.',
      'Narrow the filters to see all.',
    ]);
    expect(notesOfMany(bars, 100_000, 100_000, true)).toEqual([
      'The report stops at 100,000 rows, and the chart with it.',
      'Narrow the filters to see all.',
    ]);
  });
});

describe('the same chart on paper', () => {
  const fields = [testField('id', 'integer'), testField('branch', 'text'), testField('price', 'integer')];
  const rowsFrom = (from: number, count: number): Row[] =>
    Array.from({ length: count }, (_, i) => ({ id: from + i, branch: 'N', price: from + i }));

  const query = { kind: 'sql', id: 'rows', fields, rowKey: 'id' } as const;

  async function printed(more: object, total: number, source: LinkedSource = query) {
    const asked: RowsWish[] = [];
    const block = testBlock('chart', {
      title: 'Loans',
      data: 'rows',
      vega: '{}',
      lying: null,
      facetColumns: 1,
      fields,
      order: null,
      summary: null,
      on: [],
      empty: 'No loans.',
      ...more,
    });
    const rows = async (_: string, wish: RowsWish) => {
      asked.push(wish);
      const counted = [
        { branch: 'N', '#rows': total - 1 },
        { branch: 'S', '#rows': 1 },
      ];
      if (wish.counted) return { rows: counted, total: 2, totals: {} };
      return { rows: rowsFrom(wish.sample ? 50_000 : 0, 5_000), total, totals: {} };
    };
    const ports: Partial<PaperPorts> = {
      screen: testScreen({ data: { rows: source } }),
      scope: testScope,
      text: (text) => String(text ?? ''),
      rows,
    };
    const elements = await print(block, ports as PaperPorts);
    return { asked, told: JSON.stringify(elements) };
  }

  it('draws few rows as they came', async () => {
    const { asked, told } = await printed(points, 5_000);
    expect(asked).toEqual([{ sort: [], totals: {} }]);
    expect(told).not.toContain('sample');
  });

  it('draws many from a sample, and says so', async () => {
    const { asked, told } = await printed(points, 90_973);
    expect(asked).toEqual([
      { sort: [], totals: {} },
      { sort: [], totals: {}, limit: 5_000, sample: 5_000 },
    ]);
    expect(told).toContain('Drawn from a random sample of 5,000 of 90,973 rows.');
  });

  it('draws what an operation answers as it came, however much it is', async () => {
    const operation = {
      kind: 'operation',
      id: 'rows',
      operation: 'loan.list',
      params: {},
    } as const;
    const { asked, told } = await printed({ ...bars, policy: noPolicy }, 5_001, {
      ...operation,
      fields,
    });
    expect(asked).toEqual([{ sort: [], totals: {} }]);
    expect(told).toContain('"kind":"chart"');
  });

  it('counts all of many, and has nothing to say of it', async () => {
    const { asked, told } = await printed({ ...bars, policy: noPolicy }, 90_973);
    expect(asked[1]).toEqual({ sort: [], totals: {}, limit: 100_000, counted: ['branch'] });
    expect(told).not.toContain('sample');
  });
});
