import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { ThemeClass } from './classes.ts';
import { colourName } from './colours.ts';

/** The classes of the theme with how many rows each has; pressing one leaves it out. */
export function Legend({
  title,
  classes,
  off,
  onSwitch,
}: {
  readonly title: string;
  readonly classes: readonly ThemeClass[];
  readonly off: ReadonlySet<number>;
  readonly onSwitch: (at: number) => void;
}): ReactNode {
  return (
    <ul className="cad-map-legend" aria-label={title}>
      {classes.map((one, at) => {
        const name = colourName(one);
        return (
          <li key={one.label}>
            <button
              type="button"
              aria-pressed={!off.has(at)}
              title={off.has(at) ? 'Draw it again' : 'Leave it out'}
              onClick={() => onSwitch(at)}
            >
              <span
                className="cad-map-swatch"
                aria-hidden="true"
                style={name === null ? undefined : { background: `var(${name})` }}
              />
              <span>{one.label}</span>
              <span className="cad-map-count">{formatValue('integer', one.count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
