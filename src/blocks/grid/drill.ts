import type { BlockProps } from '#src/render/block-props.ts';
import { leadsToRows, openFigure, placesOfRow } from '#src/render/open-figure.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { Active } from './navigation.ts';

type Props = BlockProps & { readonly block: LinkedGrid };

/** What opens the rows behind the figure in a cell: of a row, of a group, or of all that are found; null without any. */
export function drillAt(
  model: GridModel,
  { source, block, act, url }: Props,
  { row, col }: Active,
): (() => Promise<void>) | null {
  const { views } = model;
  const { figures } = views;
  const column = model.layout.columns[col]?.column;
  if (!figures || !column || !source) return null;
  const entry = model.entry(row);
  const id = column.figure ?? column.id;
  const figure = leadsToRows(figures, id) ? id : null;
  if (entry?.kind !== 'group' && row < model.count) {
    const view = model.view(row);
    if (!view || !views.drills(column)) return null;
    const of = column.rowOf?.(view.row) ?? view.row;
    return () => openFigure(act, source, { column: figure, at: placesOfRow(figures, of) });
  }
  if (!views.drillsTotal(column)) return null;
  const group = entry?.kind === 'group' ? entry.group : null;
  const at = [
    ...block.group
      .slice(0, group?.level ?? 0)
      .map((id, i) => ({ column: id, value: group?.values[i] ?? null })),
    ...(column.place ? [column.place] : []),
  ];
  return () =>
    openFigure(act, source, { column: figure, at, find: url.get('find') ?? '', filter: block.filter ?? [] });
}
