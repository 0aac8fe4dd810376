import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { FormatId, LinkedBlock, LinkedExpression, LinkedField } from '#src/core/linked.ts';

/** A live figure: a field of the source's first row, or computed from it. */
export interface TileFigure {
  readonly source: string;
  readonly field: LinkedField | null;
  readonly value: LinkedExpression | null;
  readonly format: FormatId;
  readonly unit: string | null;
  readonly tone: LinkedExpression | null;
}

type Definition = BlockDefinition<'tiles'>;
type ItemDefinition = Definition['items'][number];

export type TileItem = Omit<ItemDefinition, 'figure'> & { readonly figure?: TileFigure };

type FigureDefinition = NonNullable<ItemDefinition['figure']>;

/** The figure of a page of the group, or of every page that a row names in the field `by`. */
export type PageFigure = TileFigure & { readonly page: string | null; readonly by: string | null };

export type LinkedTiles = LinkedBlock &
  Omit<Definition, 'items' | 'group' | 'figures'> & {
    readonly items: readonly TileItem[];
    readonly figures: readonly PageFigure[];
    readonly group: string | null;
  };

type TilesDefinition = LinkedBlock & Definition;

export function isTiles(block: LinkedBlock): block is LinkedTiles {
  return block.type === 'tiles';
}

function isDefinition(block: LinkedBlock): block is TilesDefinition {
  return block.type === 'tiles' && Array.isArray(block.items);
}

function linkFigure(
  { data, field: id, value, format, unit, tone }: FigureDefinition,
  pointer: string,
  context: BlockLinkContext,
): TileFigure {
  context.tellWhole?.(data);
  const field = context.fieldsOf(data).find((known) => known.id === id) ?? null;
  if ((id === undefined) === (value === undefined))
    context.report({
      pointer,
      rule: 'tile-figure',
      message: `A figure shows exactly one of "field" and "value" of "${data}". Give one.`,
    });
  // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
  if (field?.codes) context.useCodes(field.codes, `${pointer}/field`);
  return {
    source: data,
    field,
    value: value ?? null,
    format: format ?? field?.format ?? 'number',
    unit: unit ?? null,
    tone: tone ?? null,
  };
}

export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const group = block.group ?? null;
  if (group === null && block.items.length === 0) {
    context.report({
      pointer: '',
      rule: 'missing-tiles',
      message: `Tiles "${block.id}" have neither "items" nor "group". Give one.`,
    });
  }
  const items = block.items.map(
    ({ figure, ...item }, i): TileItem => ({
      ...item,
      ...(figure ? { figure: linkFigure(figure, `/items/${i}/figure`, context) } : {}),
    }),
  );
  const figures = block.figures.map(({ page = null, by = null, ...figure }, i): PageFigure => {
    const pointer = `/figures/${i}`;
    if (page === null && by === null)
      context.report({
        pointer,
        rule: 'tile-figure',
        message: 'A figure of a group names neither "page" nor "by". Give one, or both.',
      });
    return { ...linkFigure(figure, pointer, context), page, by };
  });
  const linked: LinkedTiles = { ...block, items, figures, group };
  return linked;
};
