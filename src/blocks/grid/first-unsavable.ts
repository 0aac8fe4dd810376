import type { GridModel } from './grid-model.ts';
import type { Active } from './navigation.ts';

/** The first cell, in the order shown, that cannot be saved or waits for a choice; null where it is not among the rows shown. */
export async function firstUnsavable(model: GridModel): Promise<Active | null> {
  const wrong = new Map(
    model.edits.rows.flatMap((row) => {
      const { key, cells } = row;
      const columns = [
        ...[...cells].flatMap(([id, { problem, theirs }]) => (problem || theirs ? [id] : [])),
        ...[...model.views.notes(row)].flatMap(([id, { level }]) => (level === 'error' ? [id] : [])),
      ];
      return columns.length > 0 ? [[key, new Set(columns)] as const] : [];
    }),
  );
  if (wrong.size === 0) return null;
  for (let index = 0; index < model.count; index += 1) {
    const row = model.rowAt(index);
    if (row === null) continue;
    const [known] = model.window.place(row) ? [model.view(index)?.row] : await model.window.rows(row, row);
    const columns = wrong.get((known && model.views.editKeyOf(known, row)) ?? '');
    if (!columns) continue;
    const col = model.layout.columns.findIndex(({ id }) => columns.has(id));
    if (col >= 0) return { row: index, col };
  }
  return null;
}
