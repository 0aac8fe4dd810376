import { type ResultPlace, resultKeys } from './result-place.ts';

/** The address with the place in it, in place of one that it had. */
export function withResult(to: string, place: ResultPlace): string {
  const [path = '', search = ''] = to.split('?');
  const query = new URLSearchParams(search);
  for (const key of resultKeys) query.delete(`result.${key}`);
  const texts = { ...place, at: String(place.at), sort: place.sort.join(), find: place.find };
  for (const key of resultKeys) if (texts[key] !== '') query.set(`result.${key}`, texts[key]);
  return `${path}?${query}`;
}

/** The way back: the page of the result in the same order, narrowed alike. */
export function resultAddress(
  prefix: string,
  { hash, sort, find, filter, view, block }: ResultPlace,
): string {
  const query = new URLSearchParams();
  if (block !== '' && view !== '') query.set(`${block}.view`, view);
  if (block !== '' && sort.length > 0) query.set(`${block}.sort`, sort.join());
  if (block !== '' && find !== '') query.set(`${block}.find`, find);
  if (block !== '' && filter !== '') query.set(`${block}.filter`, filter);
  const text = query.toString();
  return `/${prefix}/result/${encodeURIComponent(hash)}${text === '' ? '' : `?${text}`}`;
}

/** What the rows that a person has hidden in a result are kept under. */
export function resultName(list: string, hash: string): string {
  return `${list} ${hash}`;
}
