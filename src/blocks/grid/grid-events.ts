// What keys and clicks at the grid mean.
import type { KeyboardEvent, MouseEvent } from 'react';
import { editKey, enterCell, headerKey, keysInsideCell, placeOf, sortActive } from './grid-keyboard.ts';
import { isGridKey } from './grid-keys.ts';
import type { GridModel } from './grid-model.ts';
import { groupMove } from './group-keys.ts';
import type { GridIntents } from './intents.ts';
import { type Active, move } from './navigation.ts';

export interface GridPlace {
  readonly model: GridModel;
  readonly intents: GridIntents;
  readonly root: HTMLElement | null;
  readonly rows: number;
  readonly many: boolean;
  readonly selectable: boolean;
  readonly hasTotals: boolean;
  /** How many rows a page down goes. */
  readonly page: () => number;
  readonly reveal: (at: Active) => void;
  /** Whether the pointer went over several cells since it was pressed. */
  readonly dragged: () => boolean;
}

/** A key at the grid itself, or at what is inside one of its cells. */
export function pressKey(event: KeyboardEvent<HTMLDivElement>, at: GridPlace): void {
  const { model, intents, rows, root, reveal } = at;
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.target !== root) {
    keysInsideCell(event, root);
    return;
  }
  // What is told nowhere is heard nowhere.
  if (!isGridKey(event)) return;
  if (headerKey(event, model, intents, root)) {
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  const inGroup = groupMove(model, { key: event.key, ctrl });
  // Enter folds a group, so its subtotal opens by the same key with Shift.
  if (event.key === 'Enter' && event.shiftKey && model.entry(model.active.row)?.kind === 'group')
    intents.open(model.active, false);
  else if (inGroup === 'fold') intents.fold(model.active.row);
  else if (inGroup) {
    model.activate(inGroup);
    reveal(inGroup);
  } else if (editKey(event, model, intents)) {
    // The cell took it.
  } else if (ctrl && event.key === 'a' && at.many) intents.selectAll();
  else if (ctrl && event.key === 'c') intents.copy();
  else if (event.key === ' ') {
    if (model.active.row === -1) sortActive(model, intents, event.shiftKey);
    else if (at.selectable && model.active.row < rows) intents.select(model.active.row, 'toggle');
  } else if (event.key === 'Enter') {
    if (model.active.row === -1) sortActive(model, intents, event.shiftKey);
    else if (!intents.open(model.active, ctrl) && !opensRow(at, ctrl)) enterCell(root);
  } else {
    const next = move(
      model.active,
      { key: event.key, ctrl },
      {
        rows,
        cols: model.layout.columns.length,
        page: at.page(),
        hasTotals: at.hasTotals,
      },
    );
    if (!next) return;
    if (event.shiftKey && intents.extend(next)) {
      reveal(model.active);
      event.preventDefault();
      return;
    }
    model.activate(next);
    reveal(next);
    const extending = event.shiftKey && at.many && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    if (extending && next.row >= 0 && next.row < rows) intents.select(next.row, 'range');
  }
  event.preventDefault();
}

/** Enter on a cell that leads nowhere itself opens the page of its row; among its buttons and ticks it means these. */
export function opensRow({ model, intents, rows }: GridPlace, newTab: boolean): boolean {
  const { row, col } = model.active;
  return row < rows && model.layout.columns[col]?.kind === 'data' && intents.openRow(row, newTab);
}

/** A click on a cell, a button in one, or a group's line. */
export function clickCell(event: MouseEvent<HTMLDivElement>, grid: GridPlace): void {
  const { model, intents, rows } = grid;
  const at = placeOf(event.target);
  if (!at || !(event.target instanceof Element) || event.target.closest('[data-editor]')) return;
  // The end of a drag over cells, which marked them.
  if (grid.dragged()) return;
  const marking = event.shiftKey && at.row < rows && intents.extend(at);
  if (marking) return;
  model.activate(at);
  // Also of a total or of a group.
  if (at.row >= 0 && event.target.closest('[data-drill]')) {
    intents.open(at, false);
    return;
  }
  if (at.row < 0 || at.row >= rows) return;
  if (event.target.closest('[data-group]')) {
    intents.fold(at.row);
    return;
  }
  const more = event.target.closest<HTMLElement>('[data-more]');
  if (more) {
    intents.more(at.row, more);
    return;
  }
  const action = event.target.closest<HTMLElement>('[data-action]');
  if (action?.dataset.action) {
    intents.act(at.row, action.dataset.action);
    return;
  }
  const modified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.target.closest('a[data-to]')) {
    // Ctrl, Shift and the middle button are the browser's: a new tab or window.
    if (modified || event.button !== 0) return;
    event.preventDefault();
    intents.open(at, false);
    return;
  }
  if (!grid.selectable) return;
  const ticked = model.layout.columns[at.col]?.kind === 'select';
  // Where several are ticked, one by one, a click elsewhere on a row leaves them as they are.
  const plain = grid.many ? 'mark' : 'only';
  intents.select(
    at.row,
    event.shiftKey ? 'range' : ticked || event.ctrlKey || event.metaKey ? 'toggle' : plain,
  );
}
