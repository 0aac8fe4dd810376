import { type ReactNode, useId } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { saveFile } from '#src/render/save-file.ts';
import type { LinkedMap } from './link.ts';
import { lengthText } from './measured.ts';
import { PlaceName } from './picked-place.tsx';
import { type Stop, visitsFile } from './visits.ts';

/** The order of visit as a list: where it begins, how far it is, on paper and as a file. */
export function VisitList({
  map,
  stops,
  without,
  onFirst,
  onClose,
  ...drawing
}: Pick<BlockProps, 'scope' | 'screen' | 'text'> & {
  readonly map: LinkedMap;
  readonly stops: readonly Stop[];
  /** Rows that were chosen and have no place. */
  readonly without: number;
  readonly onFirst: (row: Row) => void;
  readonly onClose: () => void;
}): ReactNode {
  const id = useId();
  const name = (row: Row) => drawing.text(map.heading, { row }) || '–';
  const keyTitle = map.lines.find(({ field }) => field.id === map.key)?.title ?? 'Key';
  const save = () => {
    const text = visitsFile(stops, { ...map, keyTitle }, name);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'order-of-visit.csv');
  };
  // By their names, as a person looks for one.
  const byName = stops
    .map(({ row }, at) => ({ at, words: name(row) }))
    .sort((one, other) => one.words.localeCompare(other.words, 'en-AU', { numeric: true }));
  return (
    <section className="cad-map-visits" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>Order of visit</h2>
      <p role="status">
        {counted(stops.length, 'stops')}, {lengthText(stops.at(-1)?.total ?? 0)} as the crow flies
        {without > 0 ? `; ${counted(without, map.noun)} without a place left out` : ''}.
      </p>
      <div className="cad-map-visits-tools">
        <label htmlFor={`${id}-first`}>Begin at</label>
        <select
          id={`${id}-first`}
          value={0}
          onChange={(event) => {
            const stop = stops[Number(event.target.value)];
            if (stop) onFirst(stop.row);
          }}
        >
          {byName.map(({ at, words }) => (
            <option key={at} value={at}>
              {words}
            </option>
          ))}
        </select>
        <button type="button" className="cad-button" onClick={() => globalThis.print()}>
          Print
        </button>
        <button type="button" className="cad-button" onClick={save}>
          Save as CSV
        </button>
        <button type="button" className="cad-button" onClick={onClose}>
          Close
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">{keyTitle}</th>
            <th scope="col">Name</th>
            <th scope="col">From the one before</th>
            <th scope="col">So far</th>
          </tr>
        </thead>
        <tbody>
          {stops.map(({ row, metres, total }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is known by its place in the order
            <tr key={at}>
              <td>{at + 1}</td>
              <td>{map.key === null ? null : String(row[map.key] ?? '')}</td>
              <th scope="row">
                <PlaceName {...drawing} map={map} row={row} />
              </th>
              <td>{at === 0 ? '–' : lengthText(metres)}</td>
              <td>{at === 0 ? '–' : lengthText(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
