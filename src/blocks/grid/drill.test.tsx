// @vitest-environment jsdom
// A subtotal and a total below a column that the data made open what they are made of, by key and by click.
import { cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import type { PageRequest } from '#src/core/rows.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testPage, testProps, testScope, testScreen, testSource } from '#tests/support/block-props.tsx';
import { Grid } from './grid.tsx';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { field, gridBlock, linkContext, treeFigures } from './test-support.ts';

const refuse = () => Promise.reject(new Error('not called'));
const api: ApiPort = { base: '', call: refuse, upload: refuse, file: refuse };
const fields = [
  field('kind', { title: 'Kind' }),
  field('year', { title: 'Year', type: 'integer', format: 'baseYear' }),
  field('n', { title: 'Trees', type: 'integer', format: 'integer' }),
];
const rows = [
  { kind: 'Oak', year: 2023, n: 3 },
  { kind: 'Oak', year: 2024, n: 4 },
  { kind: 'Elm', year: 2024, n: 5 },
];
const figures = treeFigures(['kind', 'year']);
const trees: LinkedSource = { kind: 'sql', id: 'trees', fields, rowKey: null, figures };

function mount(more: object) {
  const block = link(gridBlock(more as { readonly [property: string]: unknown }), {
    ...linkContext(trees).context,
    fieldsOf: () => fields,
  });
  const screen = testScreen({ data: { trees } });
  const source = testSource({
    id: 'trees',
    fields,
    value: rows,
    asking: () => ({ screen: 'trees', source: 'trees' }),
    page: async (request: PageRequest) => pageOfRows(rows, fields, request),
  });
  const opened: unknown[] = [];
  const props: BlockProps = {
    ...testProps(block, { screen, source, scope: { ...testScope, perms: ['treeV'] } }),
    sources: { trees: source },
    act: async (steps) => {
      for (const step of steps) if (step.type === 'call') opened.push(step.body);
      return { done: true, value: null };
    },
  };
  render(
    <PortsProvider api={api} manifest={[testPage('/tree/result/:id')]}>
      <Grid {...props} />
    </PortsProvider>,
  );
  return opened;
}

afterEach(cleanup);

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(page.getByRole('treegrid'), { key, ...more });

describe('what a figure below rows is made of', () => {
  it('opens from a subtotal by Shift and Enter, while Enter folds the group', async () => {
    const opened = mount({
      columns: [{ id: 'kind' }, { id: 'year' }, { id: 'n', total: 'sum' }],
      group: ['kind'],
      sort: ['kind'],
    });
    await waitFor(() => page.getByText('3 trees in 2 groups'));
    press('ArrowDown');
    press('Enter', { shiftKey: true });
    for (let i = 0; i < 3; i++) press('ArrowRight');
    press('Enter', { shiftKey: true });
    await waitFor(() => expect(opened.length).toBeGreaterThan(0));
    expect(opened.at(-1)).toMatchObject({ column: 'n', at: [{ column: 'kind', value: 'Elm' }] });
    const count = opened.length;
    press('Enter');
    expect(opened).toHaveLength(count);
  });

  it('opens from the total below a column that the data made', async () => {
    const opened = mount({
      columns: [{ id: 'kind' }],
      columnsFrom: { each: { data: 'trees', id: 'year' }, most: 5, cells: [{ id: 'n', total: 'sum' }] },
    });
    const total = await waitFor(() => page.getByText('9', { selector: '[data-drill="total"]' }));
    fireEvent.click(total);
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toMatchObject({ column: 'n', at: [{ column: 'year', value: 2024 }] });
  });
});
