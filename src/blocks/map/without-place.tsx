import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedMap } from './link.ts';
import { PlaceName } from './picked-place.tsx';

/** Rows without a place that are named. */
const named = 50;

/** Rows that lie nowhere: counted, and the first of them named. */
export function WithoutPlace({
  rows,
  ...drawing
}: Pick<BlockProps, 'scope' | 'screen' | 'text'> & {
  readonly map: LinkedMap;
  readonly rows: readonly Row[];
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <details className="cad-map-without">
      <summary>{counted(rows.length, drawing.map.noun)} without a place</summary>
      <ul>
        {rows.slice(0, named).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move
          <li key={at}>
            <PlaceName {...drawing} row={row} />
          </li>
        ))}
      </ul>
      {rows.length > named ? <p>and {formatValue('integer', rows.length - named)} more</p> : null}
    </details>
  );
}
