import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatValue } from '#src/core/format.ts';
import type { Text } from '#src/core/linked.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { figuresOf, leadsToRows, openFigure, placesOfRow } from '#src/render/open-figure.ts';
import { StreetLink } from '#src/render/street-link.tsx';
import { ToldLine } from '#src/render/told-line.tsx';
import type { LinkedMap } from './link.ts';

/** How rows of the map, or of one of its layers, are told. */
export type Told = Pick<LinkedMap, 'heading' | 'lines' | 'data' | 'latitude' | 'longitude'> & {
  readonly link?: Text | undefined;
};

type Drawing = Pick<BlockProps, 'scope' | 'screen' | 'text'> & { readonly map: Told };

/** The name of a row, which leads to its page where it has one. */
export function PlaceName({ map, scope, text, row }: Drawing & { readonly row: Row }): ReactNode {
  const mayOpen = useMayOpen();
  const to = map.link ? resolveLink(map.link, { ...scope, row }, mayOpen) : null;
  const words = text(map.heading, { row }) || '–';
  return to === null ? words : <Link to={to}>{words}</Link>;
}

/** What is told of the row that is picked; several that lie at one place are stepped through. */
export function PickedPlace({
  here,
  at,
  streetKey,
  onStep,
  onClose,
  source,
  act,
  ...drawing
}: Drawing & {
  /** Where the rows come from: figures open the records behind them. */
  readonly source: SourceView | null;
  readonly act: BlockProps['act'];
  /** Rows that lie where was clicked. */
  readonly here: readonly Row[];
  readonly at: number;
  /** Of the maps service; without one there is no link to the street. */
  readonly streetKey: unknown;
  readonly onStep: (by: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const mayOpen = useMayOpen();
  const row = here[at];
  if (!row) return null;
  const figures = figuresOf(drawing.screen, drawing.map.data, drawing.scope, mayOpen);
  const openingOf = (column: string) =>
    source && figures && leadsToRows(figures, column)
      ? () => void openFigure(act, source, { column, at: placesOfRow(figures, row) })
      : undefined;
  return (
    <section className="cad-map-picked" aria-label="Picked">
      <header>
        <h2>
          <PlaceName {...drawing} row={row} />
        </h2>
        <button type="button" className="cad-button" aria-label="Close" title="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {here.length > 1 ? (
        <p className="cad-map-here">
          <button type="button" className="cad-button" aria-label="The one before" onClick={() => onStep(-1)}>
            ‹
          </button>
          {formatValue('integer', at + 1)} of {formatValue('integer', here.length)} here
          <button type="button" className="cad-button" aria-label="The next one" onClick={() => onStep(1)}>
            ›
          </button>
        </p>
      ) : null}
      <dl>
        {drawing.map.lines.map((line) => (
          <ToldLine
            key={line.field.id}
            line={line}
            row={row}
            codes={drawing.screen.codes}
            onOpen={openingOf(line.field.id)}
          />
        ))}
      </dl>
      <StreetLink
        streetKey={streetKey}
        latitude={row[drawing.map.latitude]}
        longitude={row[drawing.map.longitude]}
      />
    </section>
  );
}
