import { type ReactNode, useId, useMemo, useState } from 'react';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { type FigurePlace, figuresOf, openFigure, placesOfRow } from '#src/render/open-figure.ts';
import { BlockStates } from '#src/render/states.tsx';
import { ChartFiles } from './chart-files.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartPicture } from './chart-picture.tsx';
import { chooseRows, namesBelow } from './chart-policy.ts';
import { ChartTable } from './chart-table.tsx';
import type { Drawing } from './draw.ts';
import { figureOfChart, placesOfMark } from './figure-of-mark.ts';
import { isChart, type LinkedChart } from './linked-chart.ts';
import { drawsAll, notesOfMany } from './many-rows.ts';
import { orderRows, originOf, prepareRows, rowsOf } from './prepare-rows.ts';
import { type DrawnRows, useManyRows } from './use-many-rows.ts';
import './chart.css';

const viewKey = 'view';
const tableView = 'table';

export function Chart(props: BlockProps): ReactNode {
  const { block } = props;
  const chart = isChart(block) ? block : null;
  const drawnRows = useManyRows(props.source, chart);
  if (!chart || !drawnRows) return null;
  const { source } = drawnRows;
  const isEmpty = rowsOf(source.value).length === 0;
  const { status } = source;
  const drawn = !isEmpty && status !== 'failed' && status !== 'loading' && status !== 'idle';
  const title = props.text(chart.title);
  const states = (
    <BlockStates source={source} isEmpty={isEmpty} empty={chart.empty} lines={8}>
      <ChartFigure {...props} chart={chart} drawnRows={drawnRows} loaded={props.source?.value} />
    </BlockStates>
  );
  if (drawn || title === '') return states;
  // What is missing is told under its name: a page has several charts.
  return (
    <section className="cad-chart" aria-label={title}>
      <p className="cad-chart-title">{title}</p>
      {states}
    </section>
  );
}

function ChartFigure({
  chart,
  drawnRows,
  loaded,
  screen,
  text,
  act,
  url,
  scope,
}: BlockProps & {
  readonly chart: LinkedChart;
  readonly drawnRows: DrawnRows;
  /** What was loaded of the source, whatever it is drawn from. */
  readonly loaded: unknown;
}): ReactNode {
  const { source: rowsSource, of, limited } = drawnRows;
  const captionId = useId();
  const mayOpen = useMayOpen();
  const { codes } = screen;
  const { fields } = rowsSource;
  const { policy } = chart;
  const rows = useMemo(() => rowsOf(rowsSource.value), [rowsSource.value]);
  const chosen = useMemo(() => chooseRows(rows, policy, { fields, codes }), [rows, policy, fields, codes]);
  const [off, setOff] = useState<ReadonlySet<string>>(none);
  const prepared = useMemo(() => prepareRows(chosen, fields, codes, off), [chosen, fields, codes, off]);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const asTable = url.get(viewKey) === tableView;
  const title = text(chart.title);
  const summary = text(chart.summary);
  const figures = figuresOf(screen, chart.data, scope, mayOpen);
  const figure = figures ? figureOfChart(chart, figures) : undefined;
  const notes = [...(of === null ? [] : notesOfMany(chart, rows.length, of, limited)), ...chosen.notes];
  const acts = chart.on.length > 0;
  const drill = acts || figure !== undefined;
  const open = (at: readonly FigurePlace[]) => {
    if (figure !== undefined && at.length > 0)
      void openFigure(act, rowsSource, { column: figure, at, find: '' });
  };
  const onRow = (row: Row) =>
    acts ? void act(chart.on, { row }) : open(figures ? placesOfRow(figures, row) : []);
  const pick = (datum: unknown) => {
    const row = originOf(datum, fields, codes);
    if (acts) {
      if (row) void act(chart.on, { row });
    } else if (figures) open(placesOfMark(datum, figures, fields, codes, chosen.rows));
  };
  const label = [title, summary].filter((part) => part !== '').join('. ') || 'Chart';
  return (
    <figure className="cad-chart" aria-labelledby={captionId}>
      <figcaption id={captionId}>
        <span className={title ? 'cad-chart-title' : 'cad-visually-hidden'}>{title || 'Chart'}</span>
        <span className="cad-chart-tools">
          {asTable ? null : <ChartFiles drawing={drawing} name={title || screen.id} />}
          <button
            type="button"
            className="cad-chart-switch"
            onClick={() => url.set(viewKey, asTable ? undefined : tableView)}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </button>
        </span>
        {summary ? <span className="cad-chart-summary">{summary}</span> : null}
        {asTable || notes.length === 0 ? null : <span className="cad-chart-summary">{notes.join(' ')}</span>}
      </figcaption>
      {asTable ? (
        <ChartTable
          rows={orderRows(drawsAll(chart) ? rows : rowsOf(loaded), chart.order)}
          total={of}
          fields={chart.fields}
          codes={codes}
          caption={label}
          onRow={drill ? onRow : null}
        />
      ) : (
        <>
          {policy.legend === null ? null : (
            <ChartLegend
              title={policy.legend}
              series={chosen.series}
              off={off}
              noun={figures?.plural ?? 'rows'}
              onSwitch={(name) => setOff(switched(off, name))}
              onOpen={
                figure === undefined || acts || policy.series === null
                  ? null
                  : ({ value }) => open([{ column: policy.series ?? '', value: value ?? null }])
              }
            />
          )}
          <ChartPicture
            vega={(chosen.lying ? chart.lying : null) ?? chart.vega}
            facetColumns={chart.facetColumns}
            series={chosen.series}
            names={namesBelow(chosen, policy)}
            rows={prepared}
            label={`${label}. Drawn from ${chosen.rows.length} rows; the table says the same.`}
            onPick={drill ? pick : null}
            onDrawn={setDrawing}
          />
        </>
      )}
    </figure>
  );
}

const none: ReadonlySet<string> = new Set();

function switched(off: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const now = new Set(off);
  if (!now.delete(name)) now.add(name);
  return now;
}
