import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import type { ValueType } from '#src/core/values.ts';

export interface ProxyField {
  readonly type: ValueType;
  readonly search: readonly SearchOperator[];
}

export interface ProxyList {
  readonly list: string;
  /** First part of the addresses of the list's records. */
  readonly prefix: string;
  /** Field whose values are the ids of `related`. */
  readonly related: string;
  readonly fields: { readonly [id: string]: ProxyField };
}

export type LinkedSearchProxy = LinkedBlock &
  Omit<BlockDefinition<'search-proxy'>, 'lists'> & { readonly lists: readonly ProxyList[] };

type Definition = LinkedBlock & BlockDefinition<'search-proxy'>;

/** The field that names a record, in every entity. */
export const recordKey = 'id';

function isDefinition(block: LinkedBlock): block is Definition {
  return block.type === 'search-proxy' && Array.isArray(block.lists);
}

export function isSearchProxy(block: LinkedBlock): block is LinkedSearchProxy {
  return isDefinition(block) && block.lists.every((list) => 'fields' in list);
}

/** Each list gets its addresses and the fields that can be searched; the pages of the list must exist. */
export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const lists = block.lists.flatMap((given, i): readonly ProxyList[] => {
    const entity = context.entityOfList?.(given.list);
    // An unknown list is reported by the walk over the schema.
    if (!entity) return [];
    const { prefix } = entity.record;
    for (const page of ['index', '1']) context.checkLink?.(`/${prefix}/${page}`, `/lists/${i}/list`);
    const fields = Object.fromEntries(
      Object.values(entity.fields)
        .filter(({ search }) => search.length > 0)
        .map(({ id, type, search }) => [id, { type, search }]),
    );
    const related = given.related ?? recordKey;
    if (!fields[related]?.search.includes('oneof'))
      context.report({
        pointer: `/lists/${i}/related`,
        rule: 'not-searchable',
        message: `Field "${related}" of "${given.list}" cannot be searched by "oneof".`,
        suggestion: context.suggest(related, Object.keys(fields)),
      });
    return [{ list: given.list, prefix, related, fields }];
  });
  return { ...block, lists };
};
