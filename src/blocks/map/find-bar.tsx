import { type ReactNode, useState } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { findRows } from './find-places.ts';
import type { LinkedMap } from './link.ts';

/** Looks for a row among those of the map and goes to it; of several, to the one that is pressed. */
export function FindBar({
  map,
  rows,
  text: write,
  onFound,
}: Pick<BlockProps, 'text'> & {
  readonly map: LinkedMap;
  readonly rows: readonly Row[];
  readonly onFound: (row: Row) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<ReturnType<typeof findRows> | null>(null);
  const go = (row: Row) => {
    setHits(null);
    onFound(row);
  };
  const look = () => {
    const next = findRows(rows, map.find, text);
    const [only] = next.found;
    if (next.count === 1 && only) go(only);
    else setHits(text.trim() === '' ? null : next);
  };
  return (
    <search className="cad-map-find">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <input
          type="search"
          aria-label={map.findLabel}
          placeholder={map.findLabel}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setHits(null);
          }}
        />
        <button type="submit" className="cad-button">
          Find
        </button>
      </form>
      {hits === null ? null : (
        <div className="cad-map-found">
          <p role="status">
            {hits.count === 0
              ? `None of the ${map.noun} on this map has it.`
              : `${counted(hits.count, map.noun)}${hits.count > hits.found.length ? `, the first ${hits.found.length}:` : ':'}`}
          </p>
          <ul>
            {hits.found.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move
              <li key={at}>
                <button type="button" onClick={() => go(row)}>
                  {write(map.heading, { row }) || '–'}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
