// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ActOutcome, SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testProps, testScope, testScreen, testSource } from '#tests/support/block-props.tsx';
import { Grid } from './grid.tsx';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { field, gridBlock, linkContext, treeFields } from './test-support.ts';

const refuse = () => Promise.reject(new Error('not called'));
const api: ApiPort = { base: '', call: refuse, upload: refuse, file: refuse };

const own = {
  required: false,
  readOnly: false,
  write: 'always',
  minimum: null,
  maximum: null,
  maxLength: null,
};
const more = { ...own, pattern: null, permission: null, search: [], widget: null };
const entity = {
  id: 'tree',
  title: 'Tree',
  record: { prefix: 'tree', list: 'trees', permissions: { view: 'treeV', update: 'treeU' } },
  fields: Object.fromEntries(treeFields.map((one) => [one.id, { ...one, ...more }])),
};
const rows = [
  { id: 1, version: 4, name: 'Oak', height: 10 },
  { id: 2, version: 7, name: 'Elm', height: 20 },
];
const fields = [...treeFields, field('version', { type: 'integer' })];

afterEach(cleanup);

function mount(answers: ActOutcome[], perms: readonly string[] = ['treeU']) {
  const context = linkContext({
    kind: 'records',
    id: 'trees',
    list: 'trees',
    entity: 'tree',
    fields,
    rowKey: 'id',
    hash: null,
    where: {},
  }).context;
  const block = link(gridBlock({ editing: 'sheet', columns: [{ id: 'id' }, { id: 'height', edit: true }] }), {
    ...context,
    entityOfList: () => entity as never,
  });
  const source: SourceView = testSource({
    id: 'trees',
    kind: 'records',
    fields,
    rowKey: 'id',
    page: async (request) => pageOfRows(rows, fields, request),
  });
  const bodies: unknown[] = [];
  const dirty: boolean[] = [];
  const props = testProps(block, {
    source,
    screen: testScreen(),
    scope: { ...testScope, perms },
    act: async ([step], extra) => {
      if (step?.type !== 'call') return { done: true, value: null };
      bodies.push(extra?.body);
      return answers.shift() ?? { done: true, value: { rows: [] } };
    },
    setDirty: (now) => dirty.push(now),
  });
  render(
    <PortsProvider api={api}>
      <Grid {...props} />
    </PortsProvider>,
  );
  return { bodies, dirty };
}

async function paste(text: string): Promise<void> {
  await page.findByText('2 trees');
  const grid = page.getByRole('grid');
  grid.focus();
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  fireEvent.paste(grid, { clipboardData: { getData: () => text } });
}

/** The button says so while a save is under way. */
const save = async () => fireEvent.click(await page.findByRole('button', { name: 'Save' }));

describe('the bar of a worksheet', () => {
  it('counts what is unsaved, holds up what is wrong, and saves all in one question', async () => {
    const { bodies, dirty } = mount([]);
    await paste('11\ntall');
    await page.findByText('2 changes in 2 rows, not saved');
    // Told by an effect, which comes after the words.
    await expect.poll(() => dirty.at(-1)).toBe(true);
    await save();
    await page.findByText('Nothing was saved yet: 1 cell cannot be saved yet.');
    fireEvent.paste(page.getByRole('grid'), { clipboardData: { getData: () => '11\n1,200.5' } });
    await page.findByText('Pasted 2 cells in 2 rows.');
    await save();
    await page.findByText('Saved 2 changes in 2 trees.');
    expect(bodies).toEqual([
      {
        expected: 2,
        rows: [
          { id: 1, version: 4, height: 11 },
          { id: 2, version: 7, height: 1200.5 },
        ],
      },
    ]);
    await page.findByText('No unsaved changes');
    expect(dirty.at(-1)).toBe(false);
  });

  it('asks for each cell that somebody else changed meanwhile, and saves by the version that was chosen on', async () => {
    const conflict = {
      status: 409,
      code: 'conflict',
      message: 'Ann has changed this record since you opened it.',
      reference: null,
      errors: [{ pointer: '/rows/1/height', message: 'Ann has changed this record since you opened it.' }],
      details: {
        rows: [
          {
            row: 1,
            id: 2,
            fields: ['height'],
            current: { id: 2, name: 'Elm', height: 25 },
            current_version: 9,
            changed_by: 'Ann',
          },
        ],
      },
    };
    const { bodies } = mount([{ done: false, failure: conflict }]);
    await paste('11\n22');
    await page.findByText('2 changes in 2 rows, not saved');
    await save();
    const choice = await page.findByRole('region', { name: 'Changed by others meanwhile' });
    expect(choice.textContent).toContain('tree 2, Height: Ann has 25, you have 22');
    await save();
    await page.findByText('Nothing was saved yet: choose for 1 cell.');
    fireEvent.click(page.getByRole('button', { name: 'Keep mine: tree 2, Height' }));
    await save();
    await page.findByText('Saved 2 changes in 2 trees.');
    expect(bodies[1]).toEqual({
      expected: 2,
      rows: [
        { id: 1, version: 4, height: 11 },
        { id: 2, version: 9, height: 22 },
      ],
    });
  });

  it('is not there for who may only look', async () => {
    mount([], []);
    await paste('11');
    expect(page.queryByText('No unsaved changes')).toBeNull();
    await page.findByText('Nothing was pasted. Column “Height” cannot be changed here.');
  });
});
