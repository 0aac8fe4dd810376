// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { RowPage } from '#src/core/rows.ts';
import { cellContent } from './cell-content.tsx';
import { RowViews } from './cell-view.ts';
import { Decimals } from './decimals.tsx';
import { type GridColumn, isLinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import { link } from './link.ts';
import { column, field, gridBlock, linkContext } from './test-support.ts';

afterEach(cleanup);

const area = column('area', {
  field: field('area', { type: 'number', format: 'area', unitField: 'unit' }),
  ...({ format: 'area', align: 'right', width: 110 } as const),
});
const height = column('height', {
  field: field('height', { type: 'number', format: 'number' }),
  ...({ format: 'number', align: 'right' } as const),
});
const rate = column('rate', { ...height, id: 'rate', format: 'rate' });

const page = (values: { readonly [column: string]: readonly unknown[] }): RowPage => ({
  columns: Object.keys(values).map((id) => ({ id, type: 'number' as const })),
  values: Object.values(values),
  ...{ offset: 0, count: 3, total: 3, limited: false, totals: {}, run_at: '', dataset: 'both' as const },
});

/** What is read of a cell, and what is kept free in it. */
function shown(decimals: Decimals, of: GridColumn, text: string) {
  const { container } = render(<div>{decimals.aligned(of, text)}</div>);
  const free = container.querySelector('[data-lacking]')?.getAttribute('data-lacking') ?? '';
  return [container.textContent, free];
}

describe('figures with more or fewer decimals', () => {
  it('keep free what they lack before the point of the longest, and say nothing more', () => {
    const decimals = new Decimals([area, height]);
    decimals.read(page({ area: [650, 1234.5, 20_250], unit: ['M', 'M', 'H'], height: [2, 2.125, null] }));
    expect(shown(decimals, area, '650 m²')).toEqual(['650 m²', '.000']);
    expect(shown(decimals, area, '1,234.5 m²')).toEqual(['1,234.5 m²', '00']);
    expect(shown(decimals, area, '2.025 ha')).toEqual(['2.025 ha', '']);
    expect(shown(decimals, height, '2')).toEqual(['2', '.000']);
    expect(shown(decimals, height, 'avg 2.06')).toEqual(['avg 2.06', '0']);
    expect(shown(decimals, height, '−4.1')).toEqual(['−4.1', '00']);
    expect(shown(decimals, height, '–')).toEqual(['–', '']);
  });

  it('follow the longest as further rows come', () => {
    const decimals = new Decimals([height]);
    decimals.read(page({ height: [2, 3, 4] }));
    expect(shown(decimals, height, '2')).toEqual(['2', '']);
    decimals.read(page({ height: [2.5, 3, 4] }));
    expect(shown(decimals, height, '2')).toEqual(['2', '.0']);
  });

  it('stand as they are where their format says how many decimals there are, and where there is no room', () => {
    const decimals = new Decimals([rate, { ...area, width: 60 }]);
    decimals.read(page({ rate: [1.25, 2, 3], area: [650, 1.125, 3], unit: ['M', 'M', 'M'] }));
    expect(shown(decimals, rate, '2.00')).toEqual(['2.00', '']);
    expect(shown(decimals, { ...area, width: 60 }, '1,650 m²')).toEqual(['1,650 m²', '']);
  });

  it('stand so in the cells of a table', () => {
    const block = link(gridBlock({ columns: [{ id: 'id' }] }), linkContext().context);
    if (!isLinkedGrid(block)) throw new Error('The grid was not linked.');
    const views = new RowViews(
      { ...block, columns: [area] },
      {
        evaluate: () => null,
        text: () => '',
        mayOpen: () => false,
        recordHref: () => null,
        recordName: () => null,
        inResult: (to) => to,
        labels: () => null,
        mayEdit: () => false,
        worksIn: () => true,
        figures: null,
        closed: null,
      },
    );
    const rows = page({ area: [650, 1234.5, 20_250], unit: ['M', 'M', 'H'] });
    const view = views.row({ page: rows, index: 0 }, 0);
    const { container } = render(<div>{cellContent({ views } as GridModel, area, view)}</div>);
    expect(container.textContent).toBe('650 m²');
    expect(container.querySelector('[data-lacking]')?.getAttribute('data-lacking')).toBe('.000');
  });
});
