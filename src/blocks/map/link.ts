import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import { type ToldField, toldFields } from '#src/core/link/told-fields.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { mostAtOnce } from './most.ts';

type Definition = BlockDefinition<'map'>;

export type MapButton = Definition['toolbar'][number];

type LayerDefinition = Definition['layers'][number];

/** Rows of another source over those of the map. */
export type LinkedLayer = Omit<LayerDefinition, 'facts' | 'theme'> & {
  readonly lines: readonly ToldField[];
  readonly colour: ToldField | null;
};

export type LinkedMap = LinkedBlock &
  Omit<Definition, 'facts' | 'themes' | 'layers'> & {
    readonly layers: readonly LinkedLayer[];
    readonly lines: readonly ToldField[];
    readonly colours: readonly ToldField[];
    /** The field by which buttons know a row; null where there are none. */
    readonly key: string | null;
  };

export function isMap(block: LinkedBlock): block is LinkedMap {
  return block.type === 'map' && Array.isArray(block.lines);
}

function isDefinition(block: LinkedBlock): block is LinkedBlock & Definition {
  return block.type === 'map' && Array.isArray(block.themes);
}

export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const { facts, themes, layers, ...rest } = block;
  const { source } = context;
  const key = block.rowKey ?? (source && source.kind !== 'operation' ? source.rowKey : null);
  if (block.toolbar.length > 0 && key === null)
    context.report({
      pointer: '/toolbar',
      rule: 'missing-key',
      message: `Buttons of map "${block.id}" could not tell which rows are chosen. Give "rowKey".`,
    });
  if (block.selection !== undefined && key === null)
    context.report({
      pointer: '/selection',
      rule: 'missing-key',
      message: `Map "${block.id}" could not tell other blocks which rows are chosen. Give "rowKey".`,
    });
  if (block.lots && block.shapes === undefined)
    context.report({
      pointer: '/lots',
      rule: 'missing-key',
      message: `Lots of map "${block.id}" could not tell whose they are. Give "shapes".`,
    });
  if (layers.length > 0 && key === null)
    context.report({
      pointer: '/layers',
      rule: 'missing-key',
      message: `Layers of map "${block.id}" could not tell whose rows they draw. Give "rowKey".`,
    });
  context.tellFirstPage?.({ offset: 0, limit: mostAtOnce, sort: [], find: '', totals: {} });
  const linked: LinkedMap = {
    ...rest,
    key,
    lines: toldFields(facts, '/facts', context),
    colours: toldFields(themes, '/themes', context),
    layers: layers.map(({ facts: told, theme, ...layer }, at): LinkedLayer => {
      const fields = context.fieldsOf(layer.data);
      const [colour = null] = toldFields(
        theme === undefined ? [] : [{ id: theme }],
        `/layers/${at}/theme`,
        context,
        fields,
      );
      return { ...layer, lines: toldFields(told, `/layers/${at}/facts`, context, fields), colour };
    }),
  };
  return linked;
};
