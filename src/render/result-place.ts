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
  /** The grid that showed it, whose order and text its page is given back. */
  readonly block: string;
}

const keys = ['hash', 'at', 'sort', 'find', 'block'] as const;

/** The address with the place in it, in place of one that it had. */
export function withResult(to: string, place: ResultPlace): string {
  const [path = '', search = ''] = to.split('?');
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(`result.${key}`);
  const texts = { ...place, at: String(place.at), sort: place.sort.join(), find: place.find };
  for (const key of keys) if (texts[key] !== '') query.set(`result.${key}`, texts[key]);
  return `${path}?${query}`;
}

/** The place that an address holds; null for none, also for half of one. */
export function resultOf(query: { readonly [key: string]: readonly string[] }): ResultPlace | null {
  const text = (key: (typeof keys)[number]) => query[`result.${key}`]?.[0] ?? '';
  const at = Number(text('at'));
  if (text('hash') === '' || !Number.isSafeInteger(at) || at < 1) return null;
  const sort = text('sort')
    .split(',')
    .filter((term) => term !== '');
  return { hash: text('hash'), at, sort, find: text('find'), block: text('block') };
}

/** The way back: the page of the result in the same order, narrowed alike. */
export function resultAddress(prefix: string, { hash, sort, find, block }: ResultPlace): string {
  const query = new URLSearchParams();
  if (block !== '' && sort.length > 0) query.set(`${block}.sort`, sort.join());
  if (block !== '' && find !== '') query.set(`${block}.find`, find);
  const text = query.toString();
  return `/${prefix}/result/${encodeURIComponent(hash)}${text === '' ? '' : `?${text}`}`;
}
