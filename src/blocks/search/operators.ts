import type { SearchOperator } from '#src/core/entity.ts';

/** How an operator reads between a field and its value. */
export const operatorWords: { readonly [operator in SearchOperator]: string } = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  between: 'is between',
  contains: 'contains',
  starts: 'begins with',
  ends: 'ends with',
  oneof: 'is one of',
  notoneof: 'is none of',
  empty: 'is empty',
  notempty: 'is not empty',
};
