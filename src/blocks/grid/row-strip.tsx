// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
import { type CSSProperties, memo, type ReactElement, useSyncExternalStore } from 'react';
import { cellContent } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { RowView } from './cell-view.ts';
import type { CellNote } from './follow-row.ts';
import type { GridModel } from './grid-model.ts';
import { GroupLine } from './group-line.tsx';
import { cellId } from './ids.ts';
import type { GridIntents } from './intents.ts';
import { Lanes } from './lanes.tsx';
import { type LaidColumn, rowHeight } from './layout.ts';
import { RowButtons } from './row-buttons.tsx';
import type { CellEdit } from './row-edit.ts';

interface StripProps {
  readonly model: GridModel;
  readonly index: number;
  readonly gridId: string;
  readonly intents: GridIntents;
  /** Given by Blueprint's table: the place of the row. */
  readonly style?: CSSProperties;
}

const toneWords = {
  bad: 'bad',
  warning: 'warning',
  good: 'good',
  synthetic: 'synthetic',
  muted: 'muted',
  strong: 'strong',
} as const;

function content(
  model: GridModel,
  laid: LaidColumn,
  view: RowView | null,
  selected: boolean,
): ReactElement | string {
  if (!view) return '⋯';
  if (laid.kind === 'select') return <span className="cad-grid-check" data-on={selected} />;
  if (laid.kind === 'actions') {
    return <RowButtons actions={model.views.actions(view)} />;
  }
  if (!laid.column) return '';
  return cellContent(model, laid.column, view);
}

function looksOf(edit: CellEdit | null, note: CellNote | null): string | null {
  if (edit?.problem || note?.level === 'error') return 'cad-wrong';
  if (edit?.theirs) return 'cad-clash';
  if (note) return edit ? 'cad-edited cad-warned' : 'cad-warned';
  return edit ? 'cad-edited' : null;
}

/** What is to be said of a changed cell, or of one that a rule names. */
function wordsOf(
  model: GridModel,
  { column }: LaidColumn,
  edit: CellEdit | null,
  note: CellNote | null,
): string | null {
  if (!edit?.theirs || !column) return edit?.problem ?? note?.message ?? null;
  const theirs = model.views.edited(column, edit.theirs.values);
  return `${edit.theirs.by ?? 'Somebody else'} has saved ${theirs} here meanwhile. Choose above the table.`;
}

function cellOf(
  model: GridModel,
  gridId: string,
  intents: GridIntents,
  index: number,
  col: number,
  view: RowView | null,
  selected: boolean,
): ReactElement | null {
  const laid = model.layout.columns[col];
  if (!laid) return null;
  const active = model.active.row === index && model.active.col === col;
  const cell = view && laid.column ? model.views.cell(view, laid.column) : null;
  const row = view && model.edits.row(view.editKey);
  const edit = (laid.column && row?.cells.get(laid.column.id)) ?? null;
  const note = (laid.column && row && model.views.notes(row).get(laid.column.id)) ?? null;
  const marked = model.isMarked(index, col);
  const typing = model.editing?.row === index && model.editing.col === col;
  const classes = ['cad-grid-cell', `cad-${laid.column?.align ?? 'left'}`];
  if (active) classes.push('cad-active');
  if (marked) classes.push('cad-marked');
  const looks = looksOf(edit, note);
  if (looks) classes.push(looks);
  const tone = cell?.tone ?? null;
  const words = wordsOf(model, laid, edit, note);
  return (
    <div
      key={laid.id}
      role="gridcell"
      id={active ? cellId(gridId, index, laid.id) : undefined}
      aria-colindex={col + 1}
      // A note that is cut keeps what is seen as its name; the whole of it is its description, by the title.
      aria-label={laid.kind !== 'select' ? undefined : selected ? 'Selected' : 'Not selected'}
      title={words ?? cell?.whole ?? (laid.column && model.views.whyNot(laid.column)) ?? undefined}
      aria-invalid={edit?.problem || edit?.theirs || note?.level === 'error' ? true : undefined}
      aria-description={words ?? (edit ? 'Not saved yet' : undefined)}
      aria-selected={marked ? true : undefined}
      className={classes.join(' ')}
      data-col={col}
      data-tone={tone ? toneWords[tone] : undefined}
      style={{ left: laid.left, width: laid.width }}
    >
      {typing && laid.column && model.editing ? (
        <CellEditor
          column={laid.column}
          labels={model.views.labels(laid.column)}
          start={model.editing.start}
          chosen={model.editing.chosen}
          intents={intents}
        />
      ) : edit?.values === null ? (
        edit.text
      ) : (
        content(model, laid, view, selected)
      )}
    </div>
  );
}

function Strip({ model, index, gridId, intents, style }: StripProps) {
  useSyncExternalStore(model.subscribe, () => model.stamp(index));
  const entry = model.entry(index);
  if (entry?.kind === 'group')
    return <GroupLine model={model} index={index} entry={entry} gridId={gridId} style={style} />;
  const view = model.shown(index);
  const selected = view !== null && model.isSelected(index);
  const { layout } = model;
  const looks = view ? (view.small ? 'cad-grid-row cad-small' : 'cad-grid-row') : 'cad-grid-row cad-pending';
  return (
    <div
      role="row"
      // Focusable by script only: it shows that the region around it is scrolled by keys, without a second Tab stop.
      tabIndex={-1}
      className={looks}
      aria-rowindex={index + 2}
      aria-level={model.grouping ? model.grouping.levels + 1 : undefined}
      aria-selected={layout.selectable ? selected : undefined}
      data-row={index}
      style={{ top: style?.top, width: style?.width, height: rowHeight }}
    >
      <Lanes
        layout={layout}
        range={model.columnRange}
        cell={(col) => cellOf(model, gridId, intents, index, col, view, selected)}
      />
    </div>
  );
}

/** One row of the body. Blueprint clones it with a fresh style on every scrolled frame; only a moved row renders. */
export const RowStrip = memo(
  Strip,
  (before, after) =>
    before.index === after.index &&
    before.model === after.model &&
    before.style?.top === after.style?.top &&
    before.style?.width === after.style?.width,
);
