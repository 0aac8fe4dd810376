import type { ReactElement } from 'react';
import type { RowView } from './cell-view.ts';
import type { GridColumn } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import { appHref } from './link-target.ts';

/** A value as its column writes it: a link, a figure that opens its rows, or a text. */
export function cellContent(
  model: GridModel,
  column: GridColumn,
  view: RowView,
  /** Whether Tab stops at links and figures; in a grid the arrows lead to their cells. */
  stops = false,
): ReactElement | string {
  const cell = model.views.cell(view, column);
  const tabIndex = stops ? undefined : -1;
  // Where each row is a column, what stands under each other is not of one kind.
  const text = stops ? cell.text : model.views.aligned(column, cell.text);
  if (cell.to !== null) {
    return (
      <a href={appHref(cell.to)} tabIndex={tabIndex} data-to={cell.to} draggable={false}>
        {text}
      </a>
    );
  }
  // Nothing is behind a figure of nothing.
  const drills =
    model.views.acts(column, view.row) || (model.views.drills(column) && view.row[column.id] !== 0);
  if (drills && cell.text !== '–') {
    return (
      <button type="button" tabIndex={tabIndex} className="cad-grid-drill" data-drill={column.id}>
        {text}
      </button>
    );
  }
  return text;
}
