import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { ColumnWords, GridColumn, GridDefinition, LinkedAcross } from './definition.ts';

/** Columns that the rows of a source make; reports what their definition names wrongly. */
export function linkAcross(
  block: GridDefinition,
  fields: ReadonlyMap<string, LinkedField>,
  linkColumn: (definition: ColumnWords, field: LinkedField) => GridColumn,
  context: BlockLinkContext,
): LinkedAcross | null {
  const given = block.columnsFrom;
  if (!given) return null;
  const { each } = given;
  const wrong = (pointer: string, message: string, suggestion?: string): null => {
    context.report({ pointer, rule: 'columns-from', message, suggestion });
    return null;
  };
  if (block.columns.length === 0)
    return wrong(
      '/columnsFrom',
      `Grid "${block.id}" has columns from data and none that names its rows. Name those in "columns".`,
    );
  if (block.columns.some(({ edit }) => edit))
    return wrong(
      '/columnsFrom',
      `Cells of grid "${block.id}" come from several rows, so none can be changed in place. Leave "edit" out.`,
    );
  const source = context.fieldsOf(each.data);
  if (source.length === 0) return null;
  // Unknown names are reported by the walk over the schema.
  const id = source.find((field) => field.id === each.id);
  const title = source.find((field) => field.id === (each.title ?? each.id));
  const match = fields.get(given.match ?? each.id);
  if (!id || !title) return null;
  if (!match)
    return wrong(
      given.match === undefined ? '/columnsFrom/each/id' : '/columnsFrom/match',
      `"${given.match ?? each.id}" is not in source "${block.data}", so no cell would find its column. Name its column in "match".`,
      context.suggest(given.match ?? each.id, [...fields.keys()]),
    );
  if (match.type !== id.type)
    return wrong(
      '/columnsFrom/match',
      `"${match.id}" is ${match.type}, but "${id.id}" of source "${each.data}" is ${id.type}, so no cell would find its column.`,
    );
  const cells = given.cells.flatMap((cell) => {
    const field = fields.get(cell.id);
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field?.codes) context.useCodes(field.codes, '/columnsFrom/cells');
    return field ? [linkColumn(cell, field)] : [];
  });
  context.tellWhole?.(block.data ?? '');
  context.tellWhole?.(each.data);
  return {
    source: each.data,
    id: id.id,
    title: title.id,
    titleFormat: title.format,
    match: match.id,
    most: given.most,
    cells,
  };
}
