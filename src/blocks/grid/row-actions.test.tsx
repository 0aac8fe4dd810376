// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RowViews } from './cell-view.ts';
import { actionsWidth } from './columns-of-block.ts';
import { type GridColumn, isLinkedGrid, type LinkedGrid } from './definition.ts';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowMenu } from './row-menu.tsx';
import { column, gridBlock, linkContext, treeFields } from './test-support.ts';

const when = (name: string) => ({ $expr: name, over: 'row', returns: 'boolean' });

function linked(actions: readonly object[]): LinkedGrid {
  const { context, findings } = linkContext();
  const block = link(gridBlock({ actions }), context);
  expect(findings).toEqual([]);
  if (!isLinkedGrid(block)) throw new Error('The grid was not linked.');
  return block;
}

const everything = { offset: 0, limit: 10, sort: [], find: '', totals: {} };

function viewsOf(block: LinkedGrid, closed: string | null = null): RowViews {
  return new RowViews(block, {
    evaluate: (expression, extra) => extra.row[expression.$expr],
    text: (_, extra) => String(extra?.row?.to ?? '/tree/1'),
    mayOpen: (href) => /^\/tree\/[^/?]+$/.test(href),
    recordHref: () => null,
    recordName: () => null,
    inResult: (to) => to,
    labels: () => null,
    mayEdit: () => false,
    worksIn: () => true,
    figures: null,
    closed,
  });
}

function namesOf(block: LinkedGrid, row: object): readonly string[] {
  const views = viewsOf(block);
  const answer = pageOfRows([{ id: 1, ...row }], treeFields, everything);
  return views.actions(views.row({ page: answer, index: 0 }, 0)).map(({ id }) => id);
}

/** Where the cell of a row leads. */
function leadsTo(cell: GridColumn, row: object): string | null {
  const views = viewsOf(linked([]));
  const answer = pageOfRows([{ id: 1, name: 'Oak', ...row }], treeFields, everything);
  return views.cell(views.row({ page: answer, index: 0 }, 0), cell).to;
}

afterEach(cleanup);

describe('a figure that leads to no rows', () => {
  it('says why where the whole source has one reason, and names say nothing', () => {
    const views = viewsOf(linked([]), 'they are told by another office');
    expect(views.whyNot(column('height', { align: 'right' }))).toBe('they are told by another office');
    expect(views.whyNot(column('name', { align: 'left' }))).toBeNull();
  });
});

describe('the link of a cell', () => {
  it('is there only in rows that its condition holds for', () => {
    const cell = column('name', {
      link: '/tree/1',
      linkWhen: { $expr: 'open', over: 'row', returns: 'boolean' },
    });
    expect(leadsTo(cell, { open: true })).toBe('/tree/1');
    expect(leadsTo(cell, { open: false })).toBeNull();
    expect(leadsTo(column('name', { link: '/tree/1' }), { open: false })).toBe('/tree/1');
  });

  it('does what its column says only in rows that its condition holds for', () => {
    const views = viewsOf(linked([]));
    const drill = {
      on: [{ type: 'close' }],
      linkWhen: { $expr: 'open', over: 'row', returns: 'boolean' },
    } as const;
    expect(views.acts(column('name', drill), { open: true })).toBe(true);
    expect(views.acts(column('name', drill), { open: false })).toBe(false);
    expect(views.acts(column('name', { on: drill.on }), { open: false })).toBe(true);
    expect(views.acts(column('name', { linkWhen: drill.linkWhen }), { open: true })).toBe(false);
  });

  it('is what the row says, where that is a page that the person may open', () => {
    const cell = column('name', { link: { $text: [{ path: ['row', 'to'] }], over: 'row' } });
    expect(leadsTo(cell, { to: '/tree/1' })).toBe('/tree/1');
    expect(leadsTo(cell, { to: '/secret' })).toBeNull();
    expect(leadsTo(cell, { to: 'https://evil.example' })).toBeNull();
  });
});

describe('what a row fills into a link', () => {
  it('is one value at its place', () => {
    const cell = column('name', { link: { $text: ['/tree/', { path: ['row', 'to'] }], over: 'row' } });
    expect(leadsTo(cell, { to: 'A/1?x' })).toBe('/tree/A%2F1%3Fx');
  });
});

describe('the buttons of a row', () => {
  it('have their names, pictures and texts from their kinds', () => {
    const { actions } = linked([
      { kind: 'rotateLeft', on: [] },
      { kind: 'delete', label: 'Fell', id: 'fell', on: [] },
      { id: 'water', label: 'Water', on: [] },
    ]);
    expect(actions.map(({ id, label, icon }) => [id, label, icon])).toEqual([
      ['rotateLeft', 'Rotate left', 'image-rotate-left'],
      ['fell', 'Fell', 'trash'],
      ['water', 'Water', null],
    ]);
  });

  it('are hidden where the row is not to be edited or has none, and one by one where they do not apply', () => {
    const block = linked([
      { kind: 'edit', on: [] },
      { kind: 'archive', visibleWhen: when('open'), on: [] },
    ]);
    expect(namesOf(block, { open: true })).toEqual(['edit', 'archive']);
    expect(namesOf(block, { open: false })).toEqual(['edit']);
    expect(namesOf(block, { disableEdit: true })).toEqual([]);
    expect(namesOf(block, { disableEdit: false, hideActions: true })).toEqual([]);
    expect(namesOf(block, { disable_edit: 1 })).toEqual([]);
    expect(namesOf(block, { hideActions: false, hide_actions: null })).toEqual(['edit']);
  });

  it('are four at most, the last one opening a menu of the rest', () => {
    const kinds = ['edit', 'rotateLeft', 'rotateRight', 'merge', 'delete'];
    const { actions } = linked(kinds.map((kind) => ({ kind, on: [] })));
    render(<RowButtons actions={actions} />);
    const shown = page.getAllByRole('button');
    expect(shown.map(({ title }) => title)).toEqual(['Edit', 'Rotate left', 'Rotate right', 'More']);
    expect(shown.at(-1)?.getAttribute('aria-haspopup')).toBe('menu');
    cleanup();
    render(<RowButtons actions={actions.slice(0, 4)} />);
    expect(page.getAllByRole('button').map(({ title }) => title)).toEqual([
      'Edit',
      'Rotate left',
      'Rotate right',
      'Merge',
    ]);
    expect(actionsWidth(actions)).toBe(actionsWidth(actions.slice(0, 4)));
  });

  it('run from the menu, which closes', async () => {
    const { actions } = linked([{ kind: 'delete', on: [] }]);
    const onAct = vi.fn();
    const onClose = vi.fn();
    render(<RowMenu place={{ row: 0, actions, at: { left: 0, top: 0 } }} onAct={onAct} onClose={onClose} />);
    fireEvent.click(await page.findByRole('menuitem', { name: 'Delete' }));
    expect(onAct).toHaveBeenCalledExactlyOnceWith('delete');
    expect(onClose).toHaveBeenCalled();
  });
});
