import { type RefObject, useMemo, useRef } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import type { RecordPlace } from '#src/render/record-page.ts';
import { countSelected, everything, including, only, toggle } from '#src/render/selection.ts';
import { rowKeyOf } from './cell-view.ts';
import type { ColumnMenuPlace } from './column-menu.tsx';
import { copyingIntents } from './copy-rows.ts';
import type { LinkedGrid, SelectionAction } from './definition.ts';
import { drillAt } from './drill.ts';
import { makeEditIntents } from './edit-intents.ts';
import { failureText } from './failure-text.ts';
import type { GridModel } from './grid-model.ts';
import type { GridIntents } from './intents.ts';
import { type ColumnChoice, moveColumn, resizeColumn } from './layout.ts';
import type { Active } from './navigation.ts';
import type { Notice } from './notice.ts';
import { openingIntents } from './open-rows.ts';
import { buttonsInRow } from './row-action-kinds.ts';
import type { RowMenuPlace } from './row-menu.tsx';
import { allRows, selectedRows } from './selected-rows.ts';
import { type Ticking, tickingIntents } from './ticking.ts';

interface IntentPorts {
  readonly latest: RefObject<BlockProps & { readonly block: LinkedGrid }>;
  readonly model: GridModel;
  readonly inResult: (to: string, index: number) => string;
  readonly hrefOf: (place: RecordPlace) => string | null;
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice, keep?: boolean) => void;
  readonly onSort: (column: string, add: boolean) => void;
  readonly remember: () => void;
  readonly setNotice: (notice: Notice | null) => void;
  readonly openMenu: (menu: RowMenuPlace) => void;
  readonly openColumnMenu: (menu: ColumnMenuPlace) => void;
}

/** What clicks and keys do, in the words of the grid. The result keeps its identity, so that nothing renders anew. */
export function useGridIntents(given: IntentPorts): {
  readonly grid: GridIntents;
  readonly toolbar: (action: SelectionAction) => void;
  readonly tick: (how: Ticking) => void;
  readonly openSelected: () => void;
  readonly openTabs: () => void;
  readonly shareSelected: () => void;
  readonly compareSelected: (prefix: string) => void;
  readonly copySelected: () => void;
} {
  const ports = useRef(given);
  ports.current = given;
  return useMemo(() => makeIntents(() => ports.current), []);
}

function makeIntents(ports: () => IntentPorts) {
  let anchor = 0;

  const viewAt = (row: number) => ports().model.view(row);

  const report = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => ports().setNotice({ kind: 'error', text: failureText(error) }));
  };

  const selectRange = async (from: number, to: number): Promise<void> => {
    const { model, latest } = ports();
    const [first, last] = from < to ? [from, to] : [to, from];
    const keys: string[] = [];
    for (const [start, end] of model.ranges(first, last)) {
      const rows = await model.window.rows(start, end);
      keys.push(...rows.map((row, i) => rowKeyOf(row, latest.current.block.rowKey, start + i)));
    }
    model.select(including(model.selection, keys));
    ports().remember();
  };

  const copying = copyingIntents(ports);

  const act = async (action: SelectionAction): Promise<void> => {
    const { model, latest } = ports();
    const { block } = latest.current;
    const chosen = countSelected(model.selection, model.window.total ?? 0);
    const ticked = await selectedRows(model.window, model.selection, block.rowKey);
    // Never of others instead.
    if (chosen > 0 && ticked.length === 0)
      throw new Error(`The ${block.noun} that were ticked are not there any more.`);
    // What is asked of all rows is asked of those that are seen, never of those that a filter leaves out.
    const all = model.window.narrowed && chosen === 0 && block.rowKey !== null;
    const rows = all ? await allRows(model.window) : ticked;
    if (all && rows.length === 0) throw new Error(`There are no ${block.noun} left to work on.`);
    const selected = rows.map((row, i) => (block.rowKey ? row[block.rowKey] : i));
    await latest.current.act(action.on, { form: { selected, count: selected.length } });
  };

  const { copyBlock, ...editing } = makeEditIntents(() => {
    const { model, latest, setNotice } = ports();
    const { rowKey, noun, editing: how, most } = latest.current.block;
    const tooMany = how === 'sheet' && (model.window.total ?? 0) > most;
    return {
      model,
      rowKey,
      sheet: how === 'sheet',
      noun,
      mayEditColumn: (column) => !tooMany && model.views.mayEditColumn(column),
      mayEdit: (column, row) => !tooMany && model.views.mayEdit(column, row),
      tell: (text) => setNotice({ kind: 'info', text }),
      refuse: (text) => setNotice({ kind: 'error', text }),
      report,
    };
  });

  const drill = (at: Active): boolean => {
    const { model, latest, remember } = ports();
    const work = drillAt(model, latest.current, at);
    if (!work) return false;
    remember();
    report(work());
    return true;
  };

  const opening = openingIntents(ports, report);

  const grid: GridIntents = {
    ...editing,
    openRow: opening.openRow,
    sort: (column, add) => ports().onSort(column, add),
    resize: (column, width, done) => ports().choose(resizeColumn(ports().choice, column, width), done),
    move: (column, before) => {
      ports().choose(moveColumn(ports().latest.current.block.columns, ports().choice, column, before));
    },
    columnMenu: (col, heading) => {
      const { model, openColumnMenu } = ports();
      const column = model.layout.columns[col]?.column;
      if (!column) return;
      const { left, bottom } = heading.getBoundingClientRect();
      openColumnMenu({ column: column.id, at: { left, top: bottom } });
    },
    open: ({ row, col }, newTab) => {
      const { model, latest } = ports();
      const view = viewAt(row);
      const column = model.layout.columns[col]?.column;
      if (!view || !column) return drill({ row, col });
      const { to } = model.views.cell(view, column);
      ports().remember();
      if (to !== null) {
        report(
          latest.current.act([{ type: 'navigate', to, ...(newTab ? { newTab } : {}) }], { row: view.row }),
        );
        return true;
      }
      if (!model.views.acts(column, view.row)) return drill({ row, col });
      report(latest.current.act(column.on, { row: column.rowOf?.(view.row) ?? view.row }));
      return true;
    },
    act: (row, id) => {
      const view = viewAt(row);
      const action = ports().latest.current.block.actions.find((known) => known.id === id);
      if (!view || !action) return;
      const through = (to: string) => ports().inResult(to, view.index);
      ports().remember();
      report(ports().latest.current.act(action.on, { row: view.row, through }));
    },
    more: (row, button) => {
      const view = viewAt(row);
      if (!view) return;
      const { left, bottom } = button.getBoundingClientRect();
      const actions = ports()
        .model.views.actions(view)
        .slice(buttonsInRow - 1);
      ports().openMenu({ row, actions, at: { left, top: bottom } });
    },
    select: (row, how) => {
      const { model, latest, remember } = ports();
      const view = viewAt(row);
      if (!view) return;
      const many = latest.current.block.select === 'many';
      if (how === 'range' && many) {
        report(selectRange(anchor, row));
        return;
      }
      anchor = row;
      if (how === 'mark') return;
      const alone = !many && !model.isSelected(row);
      model.select(how === 'only' || alone ? only(view.key) : toggle(model.selection, view.key));
      remember();
    },
    fold: (row) => {
      ports().model.foldAt(row);
      ports().remember();
    },
    selectAll: () => {
      ports().model.select(everything);
      ports().remember();
    },
    copy: () => {
      const { model } = ports();
      // Rows that are ticked go first: they were chosen on purpose.
      const ticked = countSelected(model.selection, model.window.total ?? 0) > 0;
      if ((ticked && model.marked === null) || !copyBlock()) report(copying.copy());
    },
  };
  return {
    grid,
    toolbar: (action: SelectionAction) => report(act(action)),
    tick: tickingIntents(ports, report),
    openSelected: () => report(opening.openSelected()),
    openTabs: () => report(opening.openTabs()),
    shareSelected: () => report(opening.shareSelected()),
    compareSelected: (prefix: string) => report(opening.compareSelected(prefix)),
    copySelected: () => report(copying.copyRows()),
  };
}
