// @vitest-environment jsdom
// The drawing without a browser: what is on the page, and what is kept as a file.
import { describe, expect, it } from 'vitest';
import { testBlock, testField } from '#tests/support/block-props.tsx';
import { chooseRows } from './chart-policy.ts';
import { readTheme } from './chart-theme.ts';
import { draw } from './draw.ts';
import { link } from './link.ts';
import { isChart } from './linked-chart.ts';
import { symbols } from './policy.ts';
import { prepareRows } from './prepare-rows.ts';

const fields = [
  testField('shelf', 'text', { title: 'Shelf' }),
  testField('price', 'number'),
  testField('n', 'integer'),
];
const rows = Array.from({ length: 12 }, (_, i) => ({ shelf: 'ABC'[i % 3], price: 10 + i, n: i }));

async function drawn(given: readonly { readonly [field: string]: unknown }[] = rows) {
  const block = link(
    testBlock('chart', {
      data: 'rows',
      spec: {
        mark: 'point',
        encoding: { x: { field: 'price' }, y: { field: 'n' }, color: { field: 'shelf' } },
      },
      limits: [],
      tooltip: [],
      on: [],
    }),
    {
      source: { kind: 'sql', id: 'rows', fields, rowKey: null },
      fieldsOf: () => fields,
      entity: () => null,
      report: () => {},
      suggest: () => undefined,
      widgetFor: () => ({ type: 'text', options: {} }),
      useCodes: () => {},
      useValidator: () => '',
    },
  );
  if (!isChart(block)) throw new Error('It is no chart.');
  const chosen = chooseRows(given, block.policy, { fields, codes: {} });
  const element = document.body.appendChild(document.createElement('div'));
  const picked: unknown[] = [];
  const drawing = await draw(element, {
    vega: block.vega,
    rows: prepareRows(chosen, fields, {}),
    theme: readTheme(element),
    width: 600,
    facetColumns: 1,
    series: chosen.series,
    names: 0,
    onHover: () => {},
    onPick: (datum) => picked.push(datum),
  });
  return { element, drawing, picked };
}

describe('a drawing', () => {
  it('leaves the names of its groups to the page, and has them in the file', async () => {
    const { element, drawing } = await drawn();
    expect(element.querySelectorAll('.role-mark.mark-symbol path')).toHaveLength(12);
    expect(element.querySelector('.role-legend')).toBeNull();
    const file = await drawing.picture('svg', 'white');
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(file);
    });
    expect(text).toContain('role-legend');
    expect(text).toContain('>Shelf<');
    expect(element.querySelectorAll('.role-mark.mark-symbol path')).toHaveLength(12);
    drawing.close();
  });

  it('draws each group as its sign in the legend looks', async () => {
    const { element, drawing } = await drawn();
    const paths = [...element.querySelectorAll('.role-mark.mark-symbol path')].map(
      (path) => path.getAttribute('d') ?? '',
    );
    expect(symbols.slice(0, 3).map(({ sign }) => sign)).toEqual(['●', '■', '▲']);
    const commands = paths.slice(0, 3).map((path) => path.replaceAll(/[^A-Za-z]+/g, ''));
    expect(commands).toEqual(['MAA', 'MhvhZ', 'MLLZ']);
    drawing.close();
  });

  it('has no halves on the axis of what is counted', async () => {
    const { element, drawing } = await drawn(rows.slice(0, 2));
    const ticks = [...element.querySelectorAll('.role-axis-label text')].map((text) => text.textContent);
    expect(ticks.slice(ticks.lastIndexOf('0'))).toEqual(['0', '1']);
    drawing.close();
  });

  it('hands over the mark that is clicked', async () => {
    const { element, drawing, picked } = await drawn();
    const [mark] = element.querySelectorAll('.role-mark.mark-symbol path');
    mark?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(picked).toMatchObject([{ price: 10, n: 0 }]);
    drawing.close();
  });
});
