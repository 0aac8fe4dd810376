import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { type KeptSearch, keptOf } from './kept.ts';
import { SearchLine } from './search-line.tsx';

const shownRecent = 10;

/** The person's favourite and latest searches of this list; nothing where there are none or they cannot be read. */
export function KeptSearches({
  list,
  recent,
  favourites,
  act,
  onOpen,
  onFill,
}: {
  readonly list: string;
  readonly recent: boolean;
  readonly favourites: boolean;
  readonly act: BlockProps['act'];
  readonly onOpen: (hash: string) => void;
  readonly onFill: (search: KeptSearch) => void;
}) {
  const [items, setItems] = useState<{
    readonly recent: readonly KeptSearch[];
    readonly favourite: readonly KeptSearch[];
  }>({ recent: [], favourite: [] });
  const run = useRef(act);
  run.current = act;
  const left = useRef(false);
  const headings = useRef<HTMLElement>(null);

  const read = useCallback(async () => {
    const ask = async (operation: string): Promise<readonly KeptSearch[]> => {
      const outcome = await run.current([{ type: 'call', operation, query: { list } }]);
      return outcome.done ? keptOf(outcome.value) : [];
    };
    const [latest, kept] = await Promise.all([
      recent ? ask('search.recent') : [],
      favourites ? ask('search.favourites') : [],
    ]);
    if (!left.current) setItems({ recent: latest, favourite: kept });
  }, [list, recent, favourites]);
  useEffect(() => {
    left.current = false;
    void read();
    return () => {
      left.current = true;
    };
  }, [read]);

  const keep = async (hash: string, body: object): Promise<void> => {
    await run.current([{ type: 'call', operation: 'search.keep', params: { hash }, body }]);
    await read();
  };
  const forget = async (search: KeptSearch): Promise<void> => {
    const call = { type: 'call', operation: 'search.forget', params: { hash: search.hash } };
    const question = {
      type: 'confirm',
      title: 'Remove this favourite?',
      text: search.name ?? search.text,
      confirm: 'Remove',
      intent: 'danger',
    };
    // biome-ignore lint/suspicious/noThenProperty: the language's own word
    const outcome = await run.current([search.favourite ? { ...question, then: [call] } : call]);
    if (!outcome.done) return;
    await read();
    // What held the focus is gone.
    headings.current?.querySelector<HTMLElement>('h2')?.focus();
  };

  // A favourite stands once.
  const starred = new Set(items.favourite.map(({ hash }) => hash));
  const latest = items.recent.filter(({ hash }) => !starred.has(hash)).slice(0, shownRecent);
  const lists = [
    { title: 'Favourite searches', searches: items.favourite },
    { title: 'Recent searches', searches: latest },
  ].filter(({ searches }) => searches.length > 0);
  if (lists.length === 0) return null;
  return (
    <section className="cad-kept" ref={headings} aria-label="Your searches">
      {lists.map(({ title, searches }) => (
        <div key={title}>
          <h2 tabIndex={-1}>{title}</h2>
          <ul aria-label={title}>
            {searches.map((search) => (
              <SearchLine
                key={search.hash}
                search={search}
                mayFavour={favourites}
                onOpen={() => onOpen(search.hash)}
                onFill={() => onFill(search)}
                onStar={() => keep(search.hash, { favourite: !search.favourite })}
                onName={(name) => keep(search.hash, { name })}
                onForget={() => forget(search)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
