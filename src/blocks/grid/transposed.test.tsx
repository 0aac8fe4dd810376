// @vitest-environment jsdom
// Few rows with many figures on their side: each column a line, with what is permitted and whether it is kept to.
import { cleanup, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import type { PageRequest } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { testPage, testProps, testScope, testScreen, testSource } from '#tests/support/block-props.tsx';
import { Grid } from './grid.tsx';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { field, gridBlock, linkContext, treeFigures } from './test-support.ts';
import { deaf } from './test-support-mount.tsx';

const fields = [
  field('kind', { title: 'Kind' }),
  field('pruned', { title: 'Pruned', type: 'boolean', format: 'boolean' }),
  field('n', { title: 'Trees', type: 'integer', format: 'integer' }),
  field('lean', { title: 'Lean', type: 'number', format: 'number' }),
  field('lean_low', { title: 'Lean from', type: 'number', format: 'number' }),
  field('lean_high', { title: 'Lean to', type: 'number', format: 'number' }),
  field('rot', { title: 'Rot', type: 'number', format: 'number' }),
];
const rows: readonly Row[] = [
  { kind: 'Oak', pruned: false, n: 3, lean: 9, lean_low: 7, lean_high: 11, rot: 1 },
  { kind: 'Oak', pruned: true, n: 2, lean: 4, lean_low: null, lean_high: null, rot: 1 },
  { kind: 'Elm', pruned: false, n: 1, lean: null, lean_low: null, lean_high: null, rot: null },
];
const figures = treeFigures(['kind', 'pruned']);
const trees: LinkedSource = { kind: 'sql', id: 'trees', fields, rowKey: null, figures };
const tone = (id: string) => ({ $expr: id, over: 'row', returns: 'tone' });
const columns = [
  { id: 'kind' },
  { id: 'pruned' },
  { id: 'n' },
  {
    id: 'lean',
    tone: tone('lean'),
    limits: '5 at most',
    interval: { low: 'lean_low', high: 'lean_high', title: '95 % interval' },
  },
  { id: 'lean_low' },
  { id: 'lean_high' },
  { id: 'rot', tone: tone('rot'), limits: '2 at most' },
];
const most: Row = { lean: 5, rot: 2 };

function mount(given = rows, more: object = {}) {
  const { context, findings } = linkContext(trees);
  const block = link(gridBlock({ transposed: ['kind', 'pruned'], columns, ...more }), context);
  const source = testSource({
    id: 'trees',
    fields,
    asking: () => ({ screen: 'trees', source: 'trees' }),
    page: async (request: PageRequest) => pageOfRows(given, fields, request),
  });
  const opened: unknown[] = [];
  const props: BlockProps = {
    ...testProps(block, {
      screen: testScreen({ data: { trees } }),
      source,
      scope: { ...testScope, perms: ['treeV'] },
    }),
    sources: { trees: source },
    evaluate: ({ $expr }, extra) => (Number(extra?.row?.[$expr]) > Number(most[$expr]) ? 'bad' : 'good'),
    act: async (steps) => {
      for (const step of steps) if (step.type === 'call') opened.push(step.body);
      return { done: true, value: null };
    },
  };
  render(
    <PortsProvider api={deaf} manifest={[testPage('/tree/result/:id')]}>
      <Grid {...props} />
    </PortsProvider>,
  );
  return { opened, findings };
}

const texts = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join(' | ');

afterEach(cleanup);

describe('a table on its side', () => {
  it('has a line for each column, its rows side by side, and says first what is outside its limits', async () => {
    const { findings } = mount();
    const table = await page.findByRole('table');
    expect(findings).toEqual([]);
    expect(within(table).getAllByRole('row').map(texts)).toEqual([
      'Statistic | Oak | Oak, pruned | Elm | Limits',
      'Against the limits | Lean outside | All inside | – | ',
      'Trees | 3 | 2 | 1 | ',
      'Lean | 9 | 4 | – | 5 at most',
      '95 % interval | 7 to 11 | – | – | ',
      'Rot | 1 | 1 | – | 2 at most',
    ]);
    const tones = within(table)
      .getByText('Lean', { selector: 'th' })
      .closest('tr')
      ?.querySelectorAll<HTMLElement>('td[data-tone]');
    expect([...(tones ?? [])].slice(0, 2).map(({ dataset }) => dataset.tone)).toEqual(['bad', 'good']);
    expect(page.queryByRole('grid')).toBeNull();
  });

  it('opens the rows behind a figure, at a stop of Tab', async () => {
    const { opened } = mount();
    const figure = await page.findByRole('button', { name: '2' });
    expect(figure.tabIndex).toBe(0);
    fireEvent.click(figure);
    await waitFor(() =>
      expect(opened).toEqual([
        {
          screen: 'trees',
          source: 'trees',
          column: 'n',
          at: [
            { column: 'kind', value: 'Oak' },
            { column: 'pruned', value: true },
          ],
        },
      ]),
    );
  });

  it('leaves out a line that is hidden, and shows the ends of an interval by themselves when one of them is', async () => {
    mount(rows, {
      columns: columns.map((one) =>
        one.id === 'lean_low' || one.id === 'rot' ? { ...one, hidden: true } : one,
      ),
    });
    const lines = within(await page.findByRole('table')).getAllByRole('rowheader');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Against the limits',
      'Trees',
      'Lean',
      'Lean to',
    ]);
  });

  it('is drawn as usual of more rows than stand side by side', async () => {
    mount(Array.from({ length: 13 }, (_, n) => ({ kind: `Oak ${n}`, n })));
    await page.findByRole('grid');
    expect(page.queryByRole('table')).toBeNull();
  });
});

describe('the rules of a table on its side', () => {
  const findingsOf = (more: object) => {
    const { context, findings } = linkContext(trees);
    link(gridBlock({ transposed: ['kind'], columns, ...more }), context);
    return findings.map(({ pointer, rule }) => `${rule} ${pointer}`);
  };

  it('name columns of the grid, and leave nothing to choose, to change or to group', () => {
    expect(findingsOf({})).toEqual([]);
    expect(findingsOf({ transposed: ['kind', 'kin'] })).toEqual(['transposed-grid /transposed/1']);
    expect(findingsOf({ groupable: true, group: ['kind'] })).toEqual([
      'transposed-grid /group',
      'transposed-grid /groupable',
    ]);
    expect(findingsOf({ select: 'many', rowKey: 'kind' })).toEqual(['transposed-grid /select']);
  });

  it('want limits with a tone that judges them, both ends of an interval, and a table on its side for either', () => {
    expect(findingsOf({ columns: [{ id: 'kind' }, { id: 'rot', limits: '2 at most' }] })).toEqual([
      'transposed-grid /columns/1/limits',
    ]);
    expect(findingsOf({ columns: columns.filter(({ id }) => id !== 'lean_high') })).toEqual([
      'transposed-grid /columns/3/interval/high',
    ]);
    expect(findingsOf({ transposed: [] })).toEqual([
      'transposed-grid /columns/3/limits',
      'transposed-grid /columns/3/interval',
      'transposed-grid /columns/6/limits',
    ]);
  });
});
