import { useEffect, useState } from 'react';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from '#src/render/ports.tsx';
import { prefixOfList } from '../item-types.ts';
import type { Favourite } from './lines.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);

export function favouritesOf(answer: unknown): readonly Favourite[] {
  const items: readonly unknown[] = isJsonObject(answer) && Array.isArray(answer.items) ? answer.items : [];
  return items.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const { hash, list } = item;
    const text = textOf(item.text);
    const title = textOf(item.name) ?? text;
    if (typeof hash !== 'string' || typeof list !== 'string' || title === null) return [];
    return [
      {
        to: `/${prefixOfList(list)}/result/${encodeURIComponent(hash)}`,
        title,
        note: title === text || text === null ? list : text,
      },
    ];
  });
}

/** The user's favourite searches of all lists; none while they are not known, or cannot be. */
export function useFavourites(): readonly Favourite[] {
  const api = useApi();
  const [favourites, setFavourites] = useState<readonly Favourite[]>([]);
  useEffect(() => {
    const left = new AbortController();
    api
      .call('search.favourites', {}, left.signal)
      .then((answer) => setFavourites(favouritesOf(answer)))
      // What else there is to be found is worth more than a message.
      .catch(() => undefined);
    return () => left.abort();
  }, [api]);
  return favourites;
}
