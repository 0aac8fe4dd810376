import { type ReactNode, useRef, useState } from 'react';
import { call } from '#src/api/call.ts';
import { lotInWords, readLot } from '#src/core/lot-name.ts';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useApi, useTell } from '#src/render/ports.tsx';
import { findRows } from './find-places.ts';
import type { LinkedMap } from './link.ts';
import { stratumText } from './lots.ts';

export type FoundLot = OperationAnswer['map.findlots']['items'][number];

interface Hits extends ReturnType<typeof findRows> {
  readonly lots: readonly FoundLot[];
}

/** Looks for a row among those of the map, and for lots of the layer; goes to the only one, of several to the one that is pressed. */
export function FindBar({
  map,
  rows,
  text: write,
  onFound,
  onFoundLot,
}: Pick<BlockProps, 'text'> & {
  readonly map: LinkedMap;
  readonly rows: readonly Row[];
  readonly onFound: (row: Row) => void;
  readonly onFoundLot: (lot: FoundLot) => void;
}): ReactNode {
  const api = useApi();
  const tell = useTell();
  const [text, setText] = useState('');
  const [hits, setHits] = useState<Hits | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const go = (row: Row) => {
    setHits(null);
    onFound(row);
  };
  const goToLot = (lot: FoundLot) => {
    setHits(null);
    onFoundLot(lot);
  };
  const show = (found: ReturnType<typeof findRows>, lots: readonly FoundLot[]) => {
    const [row] = found.found;
    const [lot] = lots;
    if (lots.length === 1 && lot && found.count <= 1) goToLot(lot);
    else if (found.count === 1 && row && lots.length === 0) go(row);
    else setHits(text.trim() === '' ? null : { ...found, lots });
  };
  const look = async () => {
    const found = findRows(rows, map.find, text);
    if (!map.lots || !readLot(text)) return show(found, []);
    try {
      const { items } = await call(api, 'map.findlots', { query: { text } });
      // What is typed meanwhile is another search.
      if (latest.current === text) show(found, items);
    } catch (thrown) {
      tell(thrown);
    }
  };
  return (
    <search className="cad-map-find">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void look();
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
            {hits.count === 0 && hits.lots.length === 0
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
            {hits.lots.map((lot) => (
              <li key={lot.id}>
                <button type="button" onClick={() => goToLot(lot)}>
                  {lotInWords(lot.label)} <span className="cad-map-stratum">{stratumText(lot)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
