// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
import { forwardRef } from 'react';
import type { GridModel } from './grid-model.ts';
import { cellId } from './ids.ts';
import { Lanes } from './lanes.tsx';
import type { LaidColumn } from './layout.ts';
import { TotalText } from './total-cell.tsx';
import { totalText } from './total-text.ts';

const staleTotal = 'As it is stored: saving tells what it comes to.';

function countsOnce({ column }: LaidColumn): string | undefined {
  return column?.once ? `${column.once.title}: each counts once.` : undefined;
}

function textOf(model: GridModel, laid: LaidColumn, first: boolean): string {
  if (!laid.column?.total) return first ? 'Total' : '';
  // Totals of an older query are not these rows'.
  return model.window.answered ? totalText(laid.column, model.totals().totals) : '⋯';
}

/** Totals over the whole filtered set, computed by the server; stays at the bottom. */
export const TotalRow = forwardRef<
  HTMLDivElement,
  { readonly model: GridModel; readonly gridId: string; readonly rows: number }
>(function TotalRow({ model, gridId, rows }, ref) {
  const { layout, active } = model;
  const firstData = layout.columns.find((laid) => laid.kind === 'data');
  const cells = layout.columns.map((laid, col) => {
    const isActive = active.row === rows && active.col === col;
    const text = textOf(model, laid, laid === firstData);
    return (
      <div
        key={laid.id}
        role="gridcell"
        id={isActive ? cellId(gridId, rows, laid.id) : undefined}
        aria-colindex={col + 1}
        className={`cad-grid-cell cad-${laid.column?.align ?? 'left'}${isActive ? ' cad-active' : ''}${model.totals().stale.has(laid.id) ? ' cad-stale' : ''}`}
        data-col={col}
        title={model.totals().stale.has(laid.id) ? staleTotal : countsOnce(laid)}
        style={{ left: laid.left, width: laid.width }}
      >
        <TotalText
          drills={model.window.answered && model.views.drillsTotal(laid.column)}
          text={text}
          shown={laid.column ? model.views.aligned(laid.column, text) : text}
        />
      </div>
    );
  });
  return (
    <div ref={ref} className="cad-grid-totals" role="rowgroup">
      <div
        className="cad-grid-line"
        role="row"
        aria-rowindex={rows + 2}
        data-row={rows}
        style={{ width: layout.width + 24 }}
      >
        <Lanes layout={layout} cell={(col) => cells[col] ?? null} />
      </div>
    </div>
  );
});
