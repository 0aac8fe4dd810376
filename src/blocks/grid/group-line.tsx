// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
import type { CSSProperties, ReactElement } from 'react';
import type { GridModel } from './grid-model.ts';
import type { GroupEntry } from './group-rows.ts';
import { cellId } from './ids.ts';
import { Lanes } from './lanes.tsx';
import { groupSpan, type LaidColumn, rowHeight, stays } from './layout.ts';
import { TotalText } from './total-cell.tsx';
import { totalText } from './total-text.ts';

interface GroupLineProps {
  readonly model: GridModel;
  readonly index: number;
  readonly entry: GroupEntry;
  readonly gridId: string;
  readonly style: CSSProperties | undefined;
}

/** The row of a group: what its rows share, how many they are, and their subtotals under the columns' headings. */
export function GroupLine({ model, index, entry, gridId, style }: GroupLineProps) {
  const { layout, active } = model;
  const [from, to] = groupSpan(layout);
  const known = model.window.groups !== null;
  const activeId = active.row === index ? layout.columns[active.col]?.id : undefined;

  const { totals } = model.totals(entry.group);

  const cell = (laid: LaidColumn, col: number): ReactElement | null => {
    if (col > from && col <= to) return null;
    const label = col === from;
    const isActive = active.row === index && active.col >= col && active.col <= (label ? to : col);
    const last = label ? layout.columns[to] : laid;
    const width = last ? last.left + last.width - laid.left : laid.width;
    const align = label ? 'left' : (laid.column?.align ?? 'left');
    const text = label ? model.views.groupText(entry.group) : totalText(laid.column, totals);
    const drills = !label && known && model.views.drillsTotal(laid.column);
    const own = label && laid.column?.total ? ` · ${totalText(laid.column, totals)}` : '';
    return (
      <div
        key={laid.id}
        role="gridcell"
        id={isActive && activeId ? cellId(gridId, index, activeId) : undefined}
        aria-colindex={col + 1}
        aria-colspan={label && to > from ? to - from + 1 : undefined}
        className={`cad-grid-cell cad-${align}${label ? ' cad-grid-label' : ''}${isActive ? ' cad-active' : ''}`}
        data-col={col}
        data-level={label ? entry.group.level : undefined}
        title={label ? text : drills ? 'Shift+Enter opens what it is made of' : undefined}
        aria-keyshortcuts={drills ? 'Shift+Enter' : undefined}
        style={{ left: laid.left, width }}
      >
        {label ? (
          <span aria-hidden="true" className="cad-grid-fold">
            {entry.open ? '▾' : '▸'}
          </span>
        ) : null}
        {known ? (
          <TotalText
            drills={drills}
            text={`${text}${own}`}
            shown={label || !laid.column ? `${text}${own}` : model.views.aligned(laid.column, text)}
          />
        ) : (
          '⋯'
        )}
      </div>
    );
  };

  const [first, last] = model.columnRange;
  const cells = layout.columns.map((laid, col) => {
    const spans = col === from && to >= first;
    return stays(layout, col) || spans || (col >= first && col <= last) ? cell(laid, col) : null;
  });
  return (
    <div
      role="row"
      tabIndex={-1}
      className="cad-grid-row cad-grid-group"
      aria-rowindex={index + 2}
      aria-level={entry.group.level}
      aria-expanded={entry.open}
      data-row={index}
      data-group
      style={{ top: style?.top, width: style?.width, height: rowHeight }}
    >
      <Lanes layout={layout} cell={(col) => cells[col] ?? null} />
    </div>
  );
}
