import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedTab = BlockDefinition<'tabs'>['tabs'][number];

export type LinkedTabs = LinkedBlock &
  Omit<BlockDefinition<'tabs'>, 'param'> & {
    /** One tab for each choice of this parameter, all with the same blocks; null where `tabs` lists them. */
    readonly param: string | null;
  };

export function isTabs(block: LinkedBlock): block is LinkedTabs {
  return block.type === 'tabs';
}

/** Tabs are listed, or are the choices of a parameter of one value. */
export const link: BlockLinker = (block, context) => {
  if (!isTabs(block)) return block;
  const param = block.param ?? null;
  const listed = block.tabs.length > 0;
  const drawn = block.blocks.length > 0;
  if (listed === (param !== null) || drawn !== (param !== null))
    context.report({
      pointer: '',
      rule: 'tabs-kind',
      message: `Tabs "${block.id}" have either "tabs", or "param" with "blocks".`,
    });
  const known = param === null ? null : (context.param?.(param) ?? null);
  if (known && (known.many || known.in !== 'query' || (!known.choices && known.codes === null)))
    context.report({
      pointer: '/param',
      rule: 'tabs-param',
      message: `Parameter "${known.id}" is no choice of one from a list, so it makes no tabs. Give it "choices" or "codes", in the query and without "many".`,
    });
  const linked: LinkedTabs = { ...block, param };
  return linked;
};
