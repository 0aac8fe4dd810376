import type { ReactNode } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import type { LinkedMap } from './link.ts';

/** What can be done with the chosen rows; it keeps its place, so that the map does not move when it comes. */
export function ChosenBar({
  map,
  rows,
  evaluate,
  act,
  onVisit,
  onClear,
}: Pick<BlockProps, 'evaluate' | 'act'> & {
  readonly map: LinkedMap;
  readonly rows: readonly Row[];
  /** Puts them into an order of visit; null where that is not offered. */
  readonly onVisit: (() => void) | null;
  readonly onClear: () => void;
}): ReactNode {
  const { key } = map;
  const selected = key === null ? [] : rows.map((row) => row[key]);
  return (
    <div className="cad-map-chosen" role="toolbar" aria-label="Chosen">
      {rows.length === 0 ? (
        <span className="cad-muted">Ctrl and click, or a box or a polygon, chooses {map.noun}.</span>
      ) : (
        <>
          <strong>{counted(rows.length, map.noun)} chosen</strong>
          {map.toolbar
            .filter(({ visibleWhen }) => visibleWhen === undefined || evaluate(visibleWhen) === true)
            .map((button) => (
              <button
                key={button.id}
                type="button"
                className="cad-button"
                onClick={() => void act(button.on, { form: { selected, count: selected.length } })}
              >
                {button.icon ? <Icon name={button.icon} /> : null}
                {button.label}
              </button>
            ))}
          {onVisit ? (
            <button type="button" className="cad-button" onClick={onVisit}>
              <Icon name="route" /> Order of visit
            </button>
          ) : null}
          <button type="button" className="cad-button" onClick={onClear}>
            Clear
          </button>
        </>
      )}
    </div>
  );
}
