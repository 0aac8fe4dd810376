import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { ThemeClass } from './classes.ts';
import { colourName } from './colours.ts';
import type { LinkedLayer } from './link.ts';
import { type LayerShown, mostLayered } from './use-layers.ts';

/** What stands on the map for each row of a layer, or of one of its classes. */
function Mark({
  layer,
  of,
}: {
  readonly layer: LinkedLayer;
  readonly of: ThemeClass | undefined;
}): ReactNode {
  const name = of ? colourName(of) : null;
  return (
    <span
      className="cad-map-mark"
      data-mark={layer.areas === undefined ? layer.mark : 'area'}
      aria-hidden="true"
      style={name === null ? undefined : { background: `var(${name})` }}
    />
  );
}

/** The layers with their switches; of one that is on, what its marks and colours mean and how many there are. */
export function LayerList({
  layers,
  rows,
  lots,
}: {
  readonly layers: readonly LayerShown[];
  /** How many rows the map has. */
  readonly rows: number;
  /** The switch of the lots; null where the map has none. */
  readonly lots: { readonly on: boolean; readonly turn: () => void } | null;
}): ReactNode {
  if (layers.length === 0 && !lots) return null;
  return (
    <fieldset className="cad-map-layers">
      <legend>Layers</legend>
      {lots ? (
        <label>
          <input type="checkbox" checked={lots.on} onChange={lots.turn} />
          <span>Lots, when zoomed in</span>
        </label>
      ) : null}
      {layers.map(({ layer, state, drawn, turn }) => {
        const classes = drawn && state === 'ready' ? drawn.classes.classes : [];
        return (
          <div key={layer.id}>
            <label>
              <input type="checkbox" checked={state !== 'off'} onChange={turn} />
              {layer.colour || state === 'off' ? null : <Mark layer={layer} of={classes[0]} />}
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
            {layer.colour && classes.length > 0 ? (
              <ul>
                {classes.map((one) => (
                  <li key={one.label}>
                    <Mark layer={layer} of={one} />
                    <span>{one.label}</span>
                    <span className="cad-map-count">{formatValue('integer', one.count)}</span>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        );
      })}
      {rows > mostLayered && layers.some(({ layer, state }) => state !== 'off' && layer.by === undefined) ? (
        <p className="cad-muted">
          Layers are of the first {formatValue('integer', mostLayered)}. Narrow the search to see all.
        </p>
      ) : null}
    </fieldset>
  );
}
