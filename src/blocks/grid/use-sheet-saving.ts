import { type RefObject, useState } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { Notice } from './notice.ts';
import type { RowEdit } from './row-edit.ts';
import { afterRefusal, afterSaving, chosen, sheetBody } from './save-sheet.ts';

// Told by the grid itself, at its cells.
const quiet = [400, 404, 409, 413, 422];

/** Saves all changed cells in one question, all or none; a refusal stays at the cells that it is about. */
export function useSheetSaving(
  latest: RefObject<BlockProps & { readonly block: LinkedGrid }>,
  model: GridModel,
  setNotice: (notice: Notice | null) => void,
) {
  const [saving, setSaving] = useState(false);
  const { edits } = model;

  // What else the page counts may be counted from these rows.
  const refresh = async (): Promise<void> => {
    await latest.current.act([{ type: 'refresh', data: [] }]);
  };

  const save = async (): Promise<void> => {
    const { act, block } = latest.current;
    const { saves, noun } = block;
    const sent = edits.rows;
    if (!saves || sent.length === 0) return;
    const { cells, wrong, clashing } = edits.tally;
    if (wrong + clashing > 0) {
      setNotice({ kind: 'error', text: notYet(wrong, clashing) });
      return;
    }
    setSaving(true);
    setNotice(null);
    try {
      const step = { type: 'call', operation: 'record.saveMany', params: { list: saves.list } };
      const outcome = await act([step], { body: sheetBody(sent, saves), quiet });
      const now = (key: string) => edits.row(key);
      if (outcome.done) {
        edits.settle(afterSaving(sent, outcome.value, now, saves));
        setNotice({
          kind: 'info',
          text: `Saved ${counted(cells, 'changes')} in ${counted(sent.length, noun)}.`,
        });
      } else {
        const failure = outcome.failure ?? asFailure(new Error('It was not saved. Try again.'));
        edits.settle(afterRefusal(sent, failure, now, saves));
        setNotice({ kind: 'error', text: refusedText(failure.message, model) });
        if (failure.status !== 409) return;
      }
      await refresh();
    } finally {
      setSaving(false);
    }
  };

  const choose = (rows: readonly RowEdit[], column: string | null, take: 'mine' | 'theirs') =>
    edits.takeRows(new Map(rows.map((row) => [row.key, chosen(row, column, take)])));

  return {
    saving,
    onSave: () => void save(),
    onDiscard: () => edits.discard(),
    onChoose: choose,
    onForget: (row: RowEdit) => edits.takeRows(new Map([[row.key, null]])),
  };
}

function notYet(wrong: number, clashing: number): string {
  const parts = [
    ...(wrong > 0 ? [`${counted(wrong, 'cells')} cannot be saved yet`] : []),
    ...(clashing > 0 ? [`choose for ${counted(clashing, 'cells')}`] : []),
  ];
  return `Nothing was saved yet: ${parts.join(', and ')}.`;
}

function refusedText(message: string, { edits }: GridModel): string {
  const { wrong, clashing } = edits.tally;
  const what =
    clashing > 0
      ? ` Choose for ${counted(clashing, 'cells')}.`
      : wrong > 0
        ? ' The marked cells say why.'
        : '';
  return `Nothing was saved. ${message}${what}`;
}
