import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import { colourName } from './colours.ts';
import { type LayerShown, mostLayered } from './use-layers.ts';

/** The layers with their switches; of one that is on, what its marks and colours mean and how many there are. */
export function LayerList({
  layers,
  rows,
}: {
  readonly layers: readonly LayerShown[];
  /** How many rows the map has. */
  readonly rows: number;
}): ReactNode {
  if (layers.length === 0) return null;
  return (
    <fieldset className="cad-map-layers">
      <legend>Layers</legend>
      {layers.map(({ layer, state, drawn, turn }) => (
        <div key={layer.id}>
          <label>
            <input type="checkbox" checked={state !== 'off'} onChange={turn} />
            <span>{layer.title}</span>
            <span className="cad-map-count">
              {state === 'loading'
                ? '…'
                : state === 'failed'
                  ? 'not read'
                  : drawn && state === 'ready'
                    ? formatValue('integer', drawn.places.rows.length)
                    : null}
            </span>
          </label>
          {drawn && state === 'ready' ? (
            <ul>
              {drawn.classes.classes.map((one) => {
                const name = colourName(one);
                return (
                  <li key={one.label}>
                    <span
                      className="cad-map-mark"
                      data-mark={drawn.areas ? 'area' : layer.mark}
                      aria-hidden="true"
                      style={name === null ? undefined : { background: `var(${name})` }}
                    />
                    <span>{layer.colour ? one.label : layer.title}</span>
                    <span className="cad-map-count">{formatValue('integer', one.count)}</span>
                  </li>
                );
              })}
            </ul>
          ) : null}
        </div>
      ))}
      {rows > mostLayered && layers.some(({ layer, state }) => state !== 'off' && layer.by === undefined) ? (
        <p className="cad-muted">
          Layers are of the first {formatValue('integer', mostLayered)}. Narrow the search to see all.
        </p>
      ) : null}
    </fieldset>
  );
}
