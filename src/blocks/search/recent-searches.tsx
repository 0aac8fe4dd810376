import { useEffect, useRef, useState } from 'react';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';

interface Recent {
  readonly hash: string;
  readonly text: string;
}

function recentOf(answer: unknown): readonly Recent[] {
  const items = isJsonObject(answer) && Array.isArray(answer.items) ? answer.items : [];
  return items.flatMap((item) =>
    isJsonObject(item) && typeof item.hash === 'string' && typeof item.text === 'string'
      ? [{ hash: item.hash, text: item.text }]
      : [],
  );
}

/** The person's latest searches of this list; nothing where there are none or they cannot be read. */
export function RecentSearches({
  list,
  act,
  onOpen,
}: {
  readonly list: string;
  readonly act: BlockProps['act'];
  readonly onOpen: (hash: string) => void;
}) {
  const [items, setItems] = useState<readonly Recent[]>([]);
  const run = useRef(act);
  run.current = act;
  useEffect(() => {
    let left = false;
    void run.current([{ type: 'call', operation: 'search.recent', query: { list } }]).then((outcome) => {
      if (!left && outcome.done) setItems(recentOf(outcome.value));
    });
    return () => {
      left = true;
    };
  }, [list]);
  if (items.length === 0) return null;
  return (
    <section className="cad-recent" aria-label="Recent searches">
      <h2>Recent searches</h2>
      <ul>
        {items.slice(0, 10).map((item) => (
          <li key={item.hash}>
            <button type="button" className="cad-link-button" onClick={() => onOpen(item.hash)}>
              {item.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
