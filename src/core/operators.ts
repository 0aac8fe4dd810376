/** Operators a search criterion may use; an entity's field names those that suit it. */
export const searchOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'contains',
  'starts',
  'ends',
  'oneof',
  'notoneof',
  'empty',
  'notempty',
] as const;
export type SearchOperator = (typeof searchOperators)[number];

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
