import type { ReactNode } from 'react';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { failedTogether } from '#src/render/failure.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { figuresOf, leadsToRows, openFigure, placesOfRow } from '#src/render/open-figure.ts';
import { BlockStates, ErrorCard } from '#src/render/states.tsx';
import { toneMarks } from '#src/render/tone-marks.ts';
import { isStats, type StatItem, type StatTrend } from './link.ts';
import { Sparkline } from './sparkline.tsx';
import {
  firstRow,
  type Judgement,
  judged,
  type Reading,
  stepsOf,
  trendWords,
  writtenFigure,
} from './stat-value.ts';
import './stats.css';

export function Stats(props: BlockProps): ReactNode {
  const { block, source, sources, text, evaluate, screen } = props;
  if (!isStats(block)) return null;
  const row = firstRow(source?.value);
  const title = text(block.title);
  const items = block.items.filter(({ visibleWhen }) => !visibleWhen || evaluate(visibleWhen) === true);
  const reading: Reading = {
    codes: screen.codes,
    evaluate: (expression, of) => evaluate(expression, of ? { row: of } : {}),
  };
  if (items.length === 0) return null;
  // What the whole block reads has its states around the whole; what single figures read, beside these.
  const own = new Set(items.flatMap((item) => [item.source, item.trend?.source ?? null]));
  const beside = [...own].map((id) => (id === null || id === block.data ? null : sources[id]));
  const failed = failedTogether(beside);
  // One press asks for everything that is missing.
  const again = failedTogether([source, ...beside])?.retry;
  return (
    <BlockStates
      source={source && again ? { ...source, retry: again } : source}
      isEmpty={source !== null && row === null && items.every((item) => item.source === block.data)}
      empty={block.empty}
      lines={2}
    >
      <div className="cad-stats">
        {title ? <h2>{title}</h2> : null}
        <dl data-trends={items.some(({ trend }) => trend !== null)}>
          {items.map((item) => (
            <Stat key={item.id} {...props} item={item} reading={reading} />
          ))}
        </dl>
        {failed ? <ErrorCard failure={failed.failure} onRetry={failed.retry} /> : null}
      </div>
    </BlockStates>
  );
}

interface Of extends BlockProps {
  readonly item: StatItem;
  readonly reading: Reading;
}

function toneOf({ item, reading }: Of, row: SourceRow, judgement: Judgement | null) {
  const given = item.tone ? reading.evaluate(item.tone, row) : null;
  const tone = item.tone || !judgement || judgement.met === null ? given : judgement.met ? 'good' : 'bad';
  return typeof tone === 'string' && Object.hasOwn(toneMarks, tone)
    ? { name: tone, ...toneMarks[tone] }
    : null;
}

type SourceRow = ReturnType<typeof firstRow>;

function Stat(props: Of): ReactNode {
  const { item, reading, source, sources, block } = props;
  const { source: of } = item;
  const view = of === null ? null : of === block.data ? source : (sources[of] ?? null);
  const row = firstRow(view?.value);
  const state = view === null ? 'ready' : view.status === 'idle' ? 'loading' : view.status;
  const judgement = state === 'ready' ? judged(item, row, reading) : null;
  const tone = state === 'ready' ? toneOf(props, row, judgement) : null;
  return (
    <div className="cad-stat" data-tone={tone?.name ?? 'none'} data-state={state}>
      <dt>{item.title}</dt>
      <dd>
        {state === 'ready' ? (
          <Figure {...props} view={view} row={row} />
        ) : state === 'failed' ? (
          <span className="cad-stat-help">could not be counted</span>
        ) : (
          <span aria-busy="true">
            …<span className="cad-visually-hidden">Loading</span>
          </span>
        )}
        {tone ? (
          <span className="cad-stat-mark">
            <span aria-hidden="true"> {tone.mark}</span>
            {judgement && !item.tone ? null : <span className="cad-visually-hidden">({tone.word})</span>}
          </span>
        ) : null}
        {judgement ? <span className="cad-stat-help">{judgement.words}</span> : null}
        {item.help ? <span className="cad-stat-help">{item.help}</span> : null}
        {item.trend && state === 'ready' ? (
          <Trend {...props} trend={item.trend} judgement={judgement} />
        ) : null}
      </dd>
    </div>
  );
}

function Figure({
  item,
  reading,
  view,
  row,
  screen,
  scope,
  act,
}: Of & { readonly view: SourceView | null; readonly row: SourceRow }): ReactNode {
  const mayOpen = useMayOpen();
  const figures = figuresOf(screen, item.source, scope, mayOpen);
  const drills = row !== null && item.field !== null && leadsToRows(figures, item.field.id);
  const open = () => {
    if (item.on.length > 0 || !figures || !view || !row) return void act(item.on, row ? { row } : {});
    const column = item.field?.id ?? null;
    return void openFigure(act, view, { column, at: placesOfRow(figures, row), find: '' });
  };
  const figure = writtenFigure({ ...item, unit: null }, row, reading);
  const value = (
    <>
      {figure}
      {item.unit ? <span className="cad-stat-unit"> {item.unit}</span> : null}
    </>
  );
  if (item.on.length === 0 && !drills) return value;
  return (
    <button
      type="button"
      aria-label={`${item.title}: ${figure}${item.unit ? ` ${item.unit}` : ''}`}
      onClick={open}
    >
      {value}
    </button>
  );
}

/** The line and its last step, which opens its rows. */
function Trend({
  item,
  trend,
  judgement,
  reading,
  sources,
  screen,
  scope,
  act,
}: Of & { readonly trend: StatTrend; readonly judgement: Judgement | null }): ReactNode {
  const mayOpen = useMayOpen();
  const view = sources[trend.source];
  if (view?.status !== 'ready') return null;
  const steps = stepsOf(trend, item, view.value, reading);
  const last = steps.at(-1);
  if (!last) return null;
  const limits = [judgement?.least ?? null, judgement?.most ?? null].filter((limit) => limit !== null);
  const figures = figuresOf(screen, trend.source, scope, mayOpen);
  const words = `${last.name}: ${last.text}`;
  const open = () =>
    figures
      ? void openFigure(act, view, { column: trend.field.id, at: placesOfRow(figures, last.row), find: '' })
      : undefined;
  return (
    <span className="cad-stat-trend">
      <Sparkline steps={steps} limits={limits} label={trendWords(item, trend, steps)} />
      {leadsToRows(figures, trend.field.id) ? (
        <button type="button" aria-label={`${item.title}, ${words}`} onClick={open}>
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
    </span>
  );
}
