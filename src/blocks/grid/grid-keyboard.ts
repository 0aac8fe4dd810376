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

/** In the heading: Alt and arrows resize the column, Ctrl+Shift and arrows move it. */
export function headerKey(event: KeyboardEvent, model: GridModel, intents: GridIntents): boolean {
  if (model.active.row !== -1 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return false;
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
