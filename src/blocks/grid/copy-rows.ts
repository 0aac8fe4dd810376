// Rows, a column or a cell into the clipboard, as a sheet takes them.
import type { RefObject } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { countSelected } from '#src/render/selection.ts';
import { plainText, toTsv } from './clipboard.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { Notice } from './notice.ts';
import { allRows, selectedRows } from './selected-rows.ts';
import { writeClipboard } from './write-clipboard.ts';

interface CopyingPorts {
  readonly latest: RefObject<BlockProps & { readonly block: LinkedGrid }>;
  readonly model: GridModel;
  readonly setNotice: (notice: Notice) => void;
}

export function copyingIntents(ports: () => CopyingPorts) {
  const copyRows = async (): Promise<void> => {
    const { model, latest } = ports();
    const { block } = latest.current;
    const shown = model.layout.columns.flatMap((laid) => laid.column ?? []);
    const rows = await selectedRows(model.window, model.selection, block.rowKey);
    const lines = rows.map((row) => shown.map((column) => plainText(row[column.id])));
    await writeClipboard(
      toTsv(
        shown.map((column) => column.title),
        lines,
      ),
    );
    ports().setNotice({ kind: 'info', text: `Copied ${counted(rows.length, block.noun)}.` });
  };

  const copy = async (): Promise<void> => {
    const { model } = ports();
    const active = model.layout.columns[model.active.col]?.column;
    const selected = countSelected(model.selection, model.window.total ?? 0);
    if (model.active.row === -1 && active) {
      const rows = await allRows(model.window);
      await writeClipboard(
        toTsv(
          [active.title],
          rows.map((row) => [plainText(row[active.id])]),
        ),
      );
      ports().setNotice({
        kind: 'info',
        text: `Copied column “${active.title}”, ${counted(rows.length, 'values')}.`,
      });
    } else if (selected > 0) {
      await copyRows();
    } else if (active) {
      await writeClipboard(plainText(model.view(model.active.row)?.row[active.id]));
    }
  };

  return { copy, copyRows };
}
