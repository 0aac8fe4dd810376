import { describe, expect, it } from 'vitest';
import type { LinkedFigures } from '#src/core/linked.ts';
import { testBlock, testField } from '#tests/support/block-props.tsx';
import { figureOfChart, placesOfMark } from './figure-of-mark.ts';
import { isChart, originKey } from './linked-chart.ts';

const fields = [
  testField('month', 'date'),
  testField('zone', 'text', { codes: 'zone' }),
  testField('n', 'integer'),
  testField('ratio', 'number'),
];
const codes = { zone: [{ code: 'R2', label: 'Low density' }] };
const figures: LinkedFigures = {
  list: 'sales',
  needs: 'saleV',
  prefix: 'sale',
  singular: 'sale',
  plural: 'sales',
  about: '',
  percentiles: [],
  own: false,
  keys: ['month', 'zone'],
  columns: { n: { adds: true, how: 'count' }, closed: { adds: false, how: null, why: 'it is of no rows' } },
};

describe('a mark of a chart', () => {
  it('of one row stands where the row does', () => {
    const row = { month: '2025-03-01', zone: null, n: 4, ratio: 1 };
    expect(placesOfMark({ n: 4, [originKey]: row }, figures, fields, codes, [row])).toEqual([
      { column: 'month', value: '2025-03-01' },
      { column: 'zone', value: null },
    ]);
  });

  it('of several rows stands in their month, their code and their step of a scale', () => {
    const datum = {
      yearmonth_month: new Date(2025, 2, 1),
      yearmonth_month_end: new Date(2025, 3, 1),
      zone: 'Low density',
      bin_maxbins_40_ratio: 0.9,
      bin_maxbins_40_ratio_end: 0.95,
      sum_n: 12,
    };
    const places = (ratio: number) =>
      placesOfMark(datum, figures, fields, codes, [{ ratio: 0.91 }, { ratio }]);
    expect(places(1.2)).toEqual([
      { column: 'month', from: '2025-03-01', to: '2025-04-01' },
      { column: 'zone', value: 'R2' },
      { column: 'ratio', from: 0.9, to: 0.95 },
    ]);
    // The value at its end is one of the last step's.
    expect(places(0.95).at(-1)).toEqual({ column: 'ratio', from: 0.9, to: 0.95, last: true });
  });

  it('opens the figure that is drawn, rows that are records, or nothing', () => {
    const block = testBlock('chart', { vega: '{}', fields });
    if (!isChart(block)) throw new Error('It is no chart.');
    expect(figureOfChart(block, figures)).toBe('n');
    expect(figureOfChart(block, { ...figures, columns: {}, own: true })).toBeNull();
    expect(figureOfChart(block, { ...figures, columns: {} })).toBeUndefined();
  });
});
