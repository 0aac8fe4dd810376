import type { ReactNode } from 'react';
import { mostColours, type Series, symbols } from './policy.ts';

/** The series of a chart: each can be switched off, and opens its rows. */
export function ChartLegend({
  title,
  series,
  off,
  noun,
  onSwitch,
  onOpen,
}: {
  readonly title: string;
  readonly series: readonly Series[];
  readonly off: ReadonlySet<string>;
  /** What a series opens, in the plural. */
  readonly noun: string;
  readonly onSwitch: (label: string) => void;
  /** Null where the chart leads to no rows. */
  readonly onOpen: ((series: Series) => void) | null;
}): ReactNode {
  return (
    <ul className="cad-chart-legend" aria-label={title}>
      {series.map((one, i) => (
        <li key={one.label}>
          <button
            type="button"
            className="cad-chart-series"
            aria-pressed={!off.has(one.label)}
            title={off.has(one.label) ? 'Draw it again' : 'Leave it out'}
            onClick={() => onSwitch(one.label)}
          >
            <span
              aria-hidden="true"
              style={{
                color: `var(--cad-${one.tone ? `series-${one.tone}` : `chart-${one.rest ? mostColours : (i % mostColours) + 1}`})`,
              }}
            >
              {symbols.at(one.rest ? -1 : i % symbols.length)?.sign}
            </span>
            {one.label}
          </button>
          {onOpen && !one.rest ? (
            <button
              type="button"
              className="cad-chart-open"
              aria-label={`Open the ${noun} of ${one.label}`}
              title={`Open the ${noun}`}
              onClick={() => onOpen(one)}
            >
              ↗
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
