import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { LinkedBlock, LinkedField, LinkedWidget } from '#src/core/linked.ts';
import type { SearchOperator } from '#src/core/operators.ts';

export type SimpleDefinition = BlockDefinition<'search'>['simple'][number];

export type SearchDefinition = LinkedBlock & BlockDefinition<'search'>;

/** Which input a criterion needs: for one value, for several, for both ends of a range. */
export type Arity = 'none' | 'one' | 'many' | 'range';

export interface SearchField {
  readonly id: string;
  readonly title: string;
  readonly unit: string | null;
  readonly valueType: LinkedField['type'];
  readonly codes: string | null;
  readonly operators: readonly SearchOperator[];
  readonly inputs: { readonly [arity in Exclude<Arity, 'none'>]: LinkedWidget };
  /** Several values are typed as one text, separated by commas. */
  readonly typedList: boolean;
}

export interface SimpleField {
  readonly id: string;
  readonly title: string;
  readonly op: SearchOperator;
}

export type LinkedSearch = LinkedBlock &
  Omit<BlockDefinition<'search'>, 'simple'> & {
    /** First segment of the routes of records and results. */
    readonly prefix: string;
    /** The record type's name for people. */
    readonly noun: string;
    /** Several of them, as they stand in a sentence. */
    readonly nouns: string;
    /** The field whose one value is a record of its own; null when none can be searched. */
    readonly key: string | null;
    readonly fields: readonly SearchField[];
    readonly simple: readonly SimpleField[];
  };

export function isSearchDefinition(block: LinkedBlock): block is SearchDefinition {
  return block.type === 'search' && typeof block.list === 'string' && Array.isArray(block.simple);
}

export function isLinkedSearch(block: LinkedBlock): block is LinkedSearch {
  return isSearchDefinition(block) && Array.isArray(block.fields) && typeof block.prefix === 'string';
}

export function arityOf(op: SearchOperator): Arity {
  if (op === 'empty' || op === 'notempty') return 'none';
  if (op === 'between') return 'range';
  return op === 'oneof' || op === 'notoneof' ? 'many' : 'one';
}
