import { type Criterion, isOperator } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';

/** A search of the person, as the lists show it. */
export interface KeptSearch {
  readonly hash: string;
  /** The criteria in words. */
  readonly text: string;
  readonly name: string | null;
  readonly favourite: boolean;
  readonly searchType: 'simple' | 'full';
  readonly criteria: readonly Criterion[];
}

/** What the server answers to a list of searches; whatever does not fit is left out. */
export function keptOf(answer: unknown): readonly KeptSearch[] {
  const items = isJsonObject(answer) && Array.isArray(answer.items) ? answer.items : [];
  return items.flatMap((item: unknown) => {
    if (!isJsonObject(item) || typeof item.hash !== 'string' || typeof item.text !== 'string') return [];
    return [
      {
        hash: item.hash,
        text: item.text,
        name: typeof item.name === 'string' ? item.name : null,
        favourite: item.favourite === true,
        searchType: item.searchType === 'full' ? 'full' : 'simple',
        criteria: Array.isArray(item.criteria) ? item.criteria.flatMap(criterionOf) : [],
      },
    ];
  });
}

function criterionOf(given: unknown): readonly Criterion[] {
  if (!isJsonObject(given) || typeof given.fld !== 'string') return [];
  const { op } = given;
  return isOperator(op) ? [{ fld: given.fld, op, ...('val' in given ? { val: given.val } : {}) }] : [];
}
