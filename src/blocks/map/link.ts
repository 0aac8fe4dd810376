import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import { type ToldField, toldFields } from '#src/core/link/told-fields.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { mostAtOnce } from './most.ts';

type Definition = BlockDefinition<'map'>;

export type MapButton = Definition['toolbar'][number];

export type LinkedMap = LinkedBlock &
  Omit<Definition, 'facts' | 'themes'> & {
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
  const { facts, themes, ...rest } = block;
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
  context.tellFirstPage?.({ offset: 0, limit: mostAtOnce, sort: [], find: '', totals: {} });
  const linked: LinkedMap = {
    ...rest,
    key,
    lines: toldFields(facts, '/facts', context),
    colours: toldFields(themes, '/themes', context),
  };
  return linked;
};
