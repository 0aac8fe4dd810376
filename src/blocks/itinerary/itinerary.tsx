import { type ReactNode, useEffect, useState } from 'react';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
import { isItinerary, type LinkedItinerary } from './link.ts';
import { Round } from './round.tsx';
import type { Edits } from './stops.ts';
import './itinerary.css';

export function Itinerary(props: BlockProps): ReactNode {
  return isItinerary(props.block) ? <Rounds {...props} itinerary={props.block} /> : null;
}

function Rounds({ itinerary, ...props }: BlockProps & { readonly itinerary: LinkedItinerary }): ReactNode {
  const { source, text, setDirty } = props;
  const [edits, setEdits] = useState<ReadonlyMap<string, Edits>>(new Map());
  const value: unknown = source?.value;
  const rows: readonly Row[] = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const unsaved = edits.size > 0;
  useEffect(() => {
    setDirty(unsaved);
    return () => setDirty(false);
  }, [unsaved, setDirty]);
  const title = text(itinerary.title);
  return (
    <BlockStates source={source} isEmpty={rows.length === 0} empty={itinerary.empty} lines={6}>
      <div className="cad-itinerary">
        {title ? <h2>{title}</h2> : null}
        {rows.map((row) => {
          const key = String(row[itinerary.rowKey]);
          return (
            <Round
              key={key}
              {...props}
              itinerary={itinerary}
              row={row}
              edits={edits.get(key) ?? null}
              onEdit={(next) =>
                setEdits((known) => {
                  const changed = new Map(known);
                  if (next) changed.set(key, next);
                  else changed.delete(key);
                  return changed;
                })
              }
            />
          );
        })}
      </div>
    </BlockStates>
  );
}
