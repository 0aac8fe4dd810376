import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import { type ToldField, toldFields } from '#src/core/link/told-fields.ts';
import type { LinkedBlock, LinkedField } from '#src/core/linked.ts';

export type LinkedList = LinkedBlock &
  Omit<BlockDefinition<'list'>, 'facts'> & { readonly lines: readonly ToldField[] };

type ListDefinition = LinkedBlock & BlockDefinition<'list'>;

export function isList(block: LinkedBlock): block is LinkedList {
  return block.type === 'list' && Array.isArray(block.lines);
}

function isDefinition(block: LinkedBlock): block is ListDefinition {
  return block.type === 'list' && Array.isArray(block.facts);
}

/** The generic walk has found unknown fields of `facts`; `sort` is text with a sign, so it is looked up here. */
export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const { facts, ...rest } = block;
  const fields = new Map((context.source?.fields ?? []).map((field) => [field.id, field]));
  checkSort(block, fields, context);
  const addCodes = context.useCodes;
  if (block.tags) addCodes(block.tags.codes, '/tags/codes');
  const lines = toldFields(facts, '/facts', context);
  context.tellFirstPage?.({ offset: 0, limit: block.pageSize, sort: block.sort, find: '', totals: {} });
  return { ...rest, lines };
};

function checkSort(
  block: ListDefinition,
  fields: ReadonlyMap<string, LinkedField>,
  context: BlockLinkContext,
): void {
  for (const [i, sign] of block.sort.entries()) {
    const id = sign.replace(/^-/, '');
    if (fields.has(id)) continue;
    context.report({
      pointer: `/sort/${i}`,
      rule: 'unknown-column',
      message: `"${id}" is not returned by source "${block.data ?? ''}".`,
      suggestion: context.suggest(id, [...fields.keys()]),
    });
  }
}
