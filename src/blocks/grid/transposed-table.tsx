// biome-ignore-all lint/a11y/useKeyWithClickEvents: what can be pressed are links and buttons; the table hears their clicks
// biome-ignore-all lint/a11y/useSemanticElements: a group of what scrolls is no set of fields
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a part that scrolls is a stop of Tab, or no key would scroll it
import { cellContent } from './cell-content.tsx';
import type { RowView } from './cell-view.ts';
import type { LinkedGrid } from './definition.ts';
import { clickCell } from './grid-events.ts';
import type { GridModel } from './grid-model.ts';
import type { GridIntents } from './intents.ts';
import { headingOf, outsideOf, type TransposedLine, transposedLines } from './transposed.ts';

interface TransposedProps {
  readonly model: GridModel;
  readonly block: LinkedGrid;
  readonly label: string;
  readonly rows: number;
  readonly intents: GridIntents;
}

/** Each column of the source as a line, its rows side by side, with what is permitted and whether it is kept to. */
export function TransposedTable({ model, block, label, rows, intents }: TransposedProps) {
  const lines = transposedLines(block, model.layout.columns);
  const views = Array.from({ length: rows }, (_, row) => model.view(row));
  const limited = lines.some(({ column }) => column.limits !== null);
  const place = {
    model,
    intents,
    root: null,
    rows,
    many: false,
    selectable: false,
    hasTotals: false,
    page: () => rows,
    reveal: () => {},
    dragged: () => false,
  };
  return (
    <div className="cad-transposed" role="group" aria-label={label} tabIndex={0}>
      <table aria-label={label} onClick={(event) => clickCell(event, place)}>
        <thead>
          <tr>
            <th scope="col">Statistic</th>
            {views.map((view, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <th key={row} scope="col" className="cad-right">
                {view ? headingOf(block, view, model.views) : '⋯'}
              </th>
            ))}
            {limited ? <th scope="col">Limits</th> : null}
          </tr>
        </thead>
        <tbody>
          {limited ? <Verdict lines={lines} views={views} model={model} /> : null}
          {lines.map((line) => (
            <Line key={line.column.id} line={line} views={views} model={model} limited={limited} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly model: GridModel;
  readonly views: readonly (RowView | null)[];
}

/** The answer first: what of each row is outside. */
function Verdict({ lines, views, model }: LineProps & { readonly lines: readonly TransposedLine[] }) {
  return (
    <tr className="cad-transposed-verdict">
      <th scope="row">Against the limits</th>
      {views.map((view, row) => {
        const outside = view && outsideOf(lines, view, model.views);
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={row}
            className="cad-right"
            data-tone={outside ? (outside.length > 0 ? 'bad' : 'good') : undefined}
          >
            {outside ? (outside.length > 0 ? `${outside.join(', ')} outside` : 'All inside') : '–'}
          </td>
        );
      })}
      <td />
    </tr>
  );
}

function Line({
  line: { column, col, interval },
  views,
  model,
  limited,
}: LineProps & { readonly line: TransposedLine; readonly limited: boolean }) {
  const ends = interval && [interval.low, interval.high];
  return (
    <>
      <tr>
        <th scope="row" title={column.note ?? undefined}>
          {column.title}
          {column.unit ? <span className="cad-grid-unit"> {column.unit}</span> : null}
        </th>
        {views.map((view, row) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={row}
            className="cad-right"
            data-row={row}
            data-col={col}
            data-tone={(view && model.views.cell(view, column).tone) ?? undefined}
            title={model.views.whyNot(column) ?? undefined}
          >
            {view ? cellContent(model, column, view, true) : '⋯'}
          </td>
        ))}
        {limited ? <td>{column.limits ?? ''}</td> : null}
      </tr>
      {ends ? (
        <tr className="cad-transposed-interval">
          <th scope="row">{interval.title}</th>
          {views.map((view, row) => {
            const [low, high] = ends.map((end) => (view ? model.views.cell(view, end).text : '⋯'));
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <td key={row} className="cad-right">
                {low === '–' && high === '–' ? '–' : `${low} to ${high}`}
              </td>
            );
          })}
          {limited ? <td /> : null}
        </tr>
      ) : null}
    </>
  );
}
