// The place of a record in the result that led to it. It stands in the address of the record's page, so that a
// colleague who is sent the address has the same way on and back.

export interface ResultPlace {
  /** Of the stored search. */
  readonly hash: string;
  /** Counted from 1. */
  readonly at: number;
  /** The order of the result, as a page is asked for. */
  readonly sort: readonly string[];
  /** What the result was narrowed to. */
  readonly find: string;
  /** What its columns were filtered to, as the address of the result has it. */
  readonly filter: string;
  /** The view that its address named. */
  readonly view: string;
  /** The grid that showed it, whose order and text its page is given back. */
  readonly block: string;
}

export const resultKeys = ['hash', 'at', 'sort', 'find', 'filter', 'view', 'block'] as const;

/** The place that an address holds; null for none, also for half of one. */
export function resultOf(query: { readonly [key: string]: readonly string[] }): ResultPlace | null {
  const text = (key: (typeof resultKeys)[number]) => query[`result.${key}`]?.[0] ?? '';
  const at = Number(text('at'));
  if (text('hash') === '' || !Number.isSafeInteger(at) || at < 1) return null;
  const sort = text('sort')
    .split(',')
    .filter((term) => term !== '');
  const [find, filter, view, block] = [text('find'), text('filter'), text('view'), text('block')];
  return { hash: text('hash'), at, sort, find, filter, view, block };
}
