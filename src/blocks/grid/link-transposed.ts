import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { GridColumn, GridDefinition } from './definition.ts';

/** A table on its side is read: its rows are columns, which nobody chooses, changes or groups. */
export function checkTransposed(
  block: GridDefinition,
  columns: readonly GridColumn[],
  { report, suggest }: BlockLinkContext,
): void {
  const ids = columns.map(({ id }) => id);
  const aside = block.transposed.length > 0;
  const wrong = (pointer: string, message: string, suggestion?: string) =>
    report({ pointer, rule: 'transposed-grid', message, ...(suggestion ? { suggestion } : {}) });
  block.transposed.forEach((id, index) => {
    if (!ids.includes(id))
      wrong(
        `/transposed/${index}`,
        `"${id}" is to head the rows of grid "${block.id}" and is none of its columns. Add it to "columns".`,
        suggest(id, ids),
      );
  });
  const reads = {
    select: block.select !== 'none',
    actions: block.actions.length > 0,
    group: block.group.length > 0,
    groupable: block.groupable,
    columnsFrom: block.columnsFrom !== undefined,
  };
  for (const [key, given] of Object.entries(reads))
    if (aside && given)
      wrong(
        `/${key}`,
        `Grid "${block.id}" is transposed, so its rows are columns and "${key}" has nothing to do. Leave one of the two out.`,
      );
  columns.forEach(({ id, limits, interval, tone, edit }, index) => {
    const at = `/columns/${index}`;
    if (aside && edit)
      wrong(`${at}/edit`, `Grid "${block.id}" is transposed, so "${id}" cannot be changed in it.`);
    if (!aside && limits !== null)
      wrong(
        `${at}/limits`,
        `The limits of "${id}" are shown by a transposed table only. Give the grid "transposed".`,
      );
    if (!aside && interval)
      wrong(
        `${at}/interval`,
        `The interval of "${id}" is shown by a transposed table only. Give the grid "transposed".`,
      );
    if (aside && limits !== null && tone === null)
      wrong(
        `${at}/limits`,
        `Nothing says which values of "${id}" are inside its limits. Give the column a "tone" of good and bad.`,
      );
    for (const end of ['low', 'high'] as const) {
      const named = interval?.[end];
      if (aside && named !== undefined && !ids.includes(named))
        wrong(
          `${at}/interval/${end}`,
          `"${named}" is none of the columns of grid "${block.id}". Add it to "columns", so that files have it too.`,
          suggest(named, ids),
        );
    }
  });
}
