import type { KeyboardEvent } from 'react';
import type { GridModel } from './grid-model.ts';
import type { GridIntents } from './intents.ts';
import type { Active } from './navigation.ts';

/** The cell at an event's target. */
export function placeOf(target: EventTarget): Active | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-col]');
  const row = target.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return null;
  return { row: Number(row.dataset.row), col: Number(cell.dataset.col) };
}

export function sortActive(model: GridModel, intents: GridIntents, add: boolean): void {
  const laid = model.layout.columns[model.active.col];
  if (laid?.column?.sortable) intents.sort(laid.id, add);
}

/** In the heading: Alt and arrows resize the column or open its menu, Ctrl+Shift and arrows move it. */
export function headerKey(
  event: KeyboardEvent,
  model: GridModel,
  intents: GridIntents,
  root: HTMLElement | null,
): boolean {
  if (model.active.row !== -1) return false;
  if (event.altKey && event.key === 'ArrowDown') {
    const heading = root?.querySelector('[role="columnheader"].cad-active');
    if (heading) intents.columnMenu(model.active.col, heading);
    return true;
  }
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
  const { columns } = model.layout;
  const { col } = model.active;
  const laid = columns[col];
  if (laid?.kind !== 'data') return false;
  const step = event.key === 'ArrowRight' ? 1 : -1;
  if (event.altKey) {
    intents.resize(laid.id, laid.width + step * 16, true);
    return true;
  }
  if (!(event.ctrlKey || event.metaKey) || !event.shiftKey) return false;
  const neighbour = columns[col + step];
  if (neighbour?.kind === 'data') {
    const after = columns[col + 2];
    intents.move(laid.id, step < 0 ? neighbour.id : after?.kind === 'data' ? after.id : null);
    model.activate({ row: -1, col: col + step });
  }
  return true;
}

/** Enter on a cell with several buttons goes into it. */
export function enterCell(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[role="gridcell"].cad-active button')?.focus();
}

/** Within a cell the arrows go from button to button; Escape and Tab lead back to the grid. */
export function keysInsideCell(event: KeyboardEvent, root: HTMLElement | null): void {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  if (event.key === 'Escape') {
    root?.focus({ preventScroll: true });
    event.preventDefault();
    return;
  }
  if (event.key === 'Tab') {
    root?.focus({ preventScroll: true });
    return;
  }
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...(target.closest('[role="gridcell"]')?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button.isSameNode(target));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/** Keys that change a cell: F2 and Enter open it, a letter begins anew, Delete empties it, Ctrl+Z takes back. */
export function editKey(event: KeyboardEvent, model: GridModel, intents: GridIntents): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  const { active } = model;
  if (ctrl) {
    const key = event.key.toLowerCase();
    if (key === 'z') return event.shiftKey ? intents.redo() : intents.undo();
    if (key === 'y') return intents.redo();
    return key === 'd' && intents.fillDown();
  }
  if (active.row < 0) return false;
  if (event.key === 'F2') return intents.startEdit(active, null);
  if (event.key === 'Enter') return !linked(model, active) && intents.startEdit(active, null);
  if (event.key === 'Delete' || event.key === 'Backspace') return intents.clear(active);
  return event.key.length === 1 && event.key !== ' ' && intents.startEdit(active, event.key);
}

/** Enter on a link follows it; F2 changes the cell. */
function linked(model: GridModel, { row, col }: Active): boolean {
  const column = model.layout.columns[col]?.column;
  const view = model.view(row);
  return (
    column !== null &&
    column !== undefined &&
    view !== null &&
    (model.views.acts(column, view.row) || column.link !== null || model.views.drills(column))
  );
}
