import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { lotInWords } from '#src/core/lot-name.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import type { LinkedMap } from './link.ts';
import { type Lot, stratumText } from './lots.ts';

export type LotTold = Pick<Lot, 'id' | 'label' | 'property' | 'stratum' | 'level'>;

/** The lots where was clicked: all of those that lie over one another. */
export function LotsHere({
  map,
  lots,
  scope,
  isOnMap,
  onProperty,
  onClose,
}: Pick<BlockProps, 'scope'> & {
  readonly map: LinkedMap;
  readonly lots: readonly LotTold[];
  /** Whether a row of the map is of the property. */
  readonly isOnMap: (property: number) => boolean;
  readonly onProperty: (property: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const id = useId();
  const mayOpen = useMayOpen();
  if (lots.length === 0) return null;
  const linkOf = (property: number) =>
    map.link && map.shapes !== undefined
      ? resolveLink(map.link, { ...scope, row: { [map.shapes]: property } }, mayOpen)
      : null;
  return (
    <section className="cad-map-picked" aria-labelledby={`${id}-name`}>
      <header>
        <h2 id={`${id}-name`}>{lots.length === 1 ? 'Lot' : `${lots.length} lots over one another`}</h2>
        <button type="button" className="cad-button" aria-label="Close" title="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <ul className="cad-map-lots">
        {lots.map((lot) => {
          const words = lotInWords(lot.label);
          const to = isOnMap(lot.property) ? null : linkOf(lot.property);
          return (
            <li key={lot.id}>
              {isOnMap(lot.property) ? (
                <button type="button" onClick={() => onProperty(lot.property)}>
                  {words}
                </button>
              ) : to === null ? (
                words
              ) : (
                <Link to={to}>{words}</Link>
              )}
              <span className="cad-map-stratum">{stratumText(lot)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
