// What ticks rows, all at once.

import { everything, inverted, nothing, type Selection } from '#src/render/selection.ts';
import { rowKeyOf } from './cell-view.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import { allRows, areHere } from './selected-rows.ts';

export type Ticking = 'all' | 'none' | 'invert';

/** Of rows that a filter has left out none is ticked after an inversion: nobody has said so of them. */
async function others({ window, selection }: GridModel, { rowKey }: LinkedGrid): Promise<Selection> {
  const keys = (await allRows(window)).map((row, index) => rowKeyOf(row, rowKey, index));
  return { all: false, keys: new Set(keys.filter((key) => !selection.keys.has(key))) };
}

export function tickingIntents(
  ports: () => {
    readonly latest: { readonly current: { readonly block: LinkedGrid } };
    readonly model: GridModel;
    readonly remember: () => void;
  },
  report: (work: Promise<unknown>) => void,
): (how: Ticking) => void {
  const tick = (selection: Selection) => {
    ports().model.select(selection);
    ports().remember();
  };
  return (how) => {
    const { model, latest } = ports();
    const { window, selection } = model;
    if (how === 'all') return tick(everything);
    if (how === 'none') return tick(nothing);
    if (selection.all || !window.narrowed || areHere(window, selection, latest.current.block.rowKey))
      return tick(inverted(selection));
    report(others(model, latest.current.block).then(tick));
  };
}
