import { type RefObject, useEffect, useState } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { Notice } from './notice.ts';
import type { RowEdit } from './row-edit.ts';

/** Saves changed rows one by one, each with the version that was read; one that is refused stays with the reason. */
export function useSaving(
  latest: RefObject<BlockProps & { readonly block: LinkedGrid }>,
  model: GridModel,
  setNotice: (notice: Notice | null) => void,
) {
  const [saving, setSaving] = useState(false);
  const dirty = model.edits.size > 0;
  useEffect(() => {
    const { setDirty } = latest.current;
    setDirty(dirty);
    return () => setDirty(false);
  }, [dirty, latest]);

  const saveRow = async ({ key, row, cells }: RowEdit, force: boolean): Promise<boolean> => {
    const { act, block } = latest.current;
    const values = Object.assign({}, ...[...cells.values()].map((cell) => cell.values ?? {}));
    // Nothing of the row can be saved; its cells say why.
    const { saves } = block;
    if (Object.keys(values).length === 0 || !saves) return false;
    const step = {
      type: 'call',
      operation: 'record.save',
      params: { list: saves.list, id: row[saves.id] },
    };
    const named = Object.entries(values).map(([column, value]) => [saves.fields[column] ?? column, value]);
    const body = {
      version: row[saves.version],
      ...Object.fromEntries(named),
      ...(force ? { __forceUpdate__: true } : {}),
    };
    const outcome = await act([step], { row, body });
    if (outcome.done) model.edits.saved(key, outcome.value);
    else model.edits.failed(key, outcome.failure ?? asFailure(new Error('It was not saved. Try again.')));
    return outcome.done;
  };

  const save = async (rows: readonly RowEdit[], force: boolean): Promise<void> => {
    setSaving(true);
    setNotice(null);
    try {
      let saved = 0;
      for (const row of rows) if (await saveRow(row, force)) saved += 1;
      const { act, block, source } = latest.current;
      if (saved === 0) return;
      const left = model.edits.size;
      setNotice({
        kind: 'info',
        text: `Saved ${counted(saved, block.noun)}.${left > 0 ? ` ${counted(left, 'rows')} not saved.` : ''}`,
      });
      if (source) await act([{ type: 'refresh', data: [source.id] }]);
    } finally {
      setSaving(false);
    }
  };

  return {
    saving,
    onSave: () => void save(model.edits.rows, false),
    onForce: (row: RowEdit) => void save([row], true),
    onDiscard: () => model.edits.discard(),
    onReload: (row: RowEdit) => {
      const { act, source } = latest.current;
      model.edits.forget(row.key);
      if (source) void act([{ type: 'refresh', data: [source.id] }]);
    },
  };
}
