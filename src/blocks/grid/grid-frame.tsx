import type { BlockProps, Failure, SourceView } from '#src/render/block-props.ts';
import { EmptyOffers } from '#src/render/empty-offers.tsx';
import { EmptyState, ErrorCard, Skeleton } from '#src/render/states.tsx';
import type { LinkedGrid } from './definition.ts';
import { emptyText } from './filtering.ts';
import type { GridModel } from './grid-model.ts';
import { GridTable } from './grid-table.tsx';
import type { GridIntents } from './intents.ts';
import { TransposedTable } from './late-parts.tsx';
import { rowHeight } from './layout.ts';
import type { Sort } from './sorting.ts';
import { isTransposed } from './transposed.ts';
import { scrollbar } from './use-fitted-widths.ts';
import type { ScrollPlace } from './use-grid-scroll.ts';

const rowsShown = 15;
/** So many rows may stand under each other without being scrolled. */
const mostUnscrolled = 500;

/** Whether a table that is bounded can be shown whole. */
export function canShowAll({ height }: LinkedGrid, rows: number): boolean {
  return height === 'rows' && rows > rowsShown && rows <= mostUnscrolled;
}
const headerHeight = 35;
const totalsHeight = 30;

/** A list that is shorter than its place ends where its rows end; an empty one has room for what is said of that. */
function heightOfRows(rows: number, hasTotals: boolean): { readonly maxHeight: number } {
  if (rows === 0) return { maxHeight: headerHeight + 4 * rowHeight };
  return { maxHeight: headerHeight + rows * rowHeight + (hasTotals ? totalsHeight : 0) + scrollbar };
}

interface FrameProps {
  readonly props: BlockProps & { readonly block: LinkedGrid; readonly source: SourceView };
  readonly model: GridModel;
  readonly label: string;
  readonly hasTotals: boolean;
  readonly sort: Sort;
  readonly find: string;
  /** Whether a bounded table is as long as its rows. */
  readonly whole: boolean;
  /** What leaves rows out beside the text in Find. */
  readonly narrowed: 'filters' | 'hidden' | null;
  readonly failure: Failure | null;
  readonly start: ScrollPlace | null;
  readonly intents: GridIntents;
  readonly onScrollEnd: (place: ScrollPlace) => void;
}

/** The rows, or what stands in their place: that they load, that there are none, that they could not be read. */
export function GridFrame(given: FrameProps) {
  const { props, model, label, hasTotals, sort, find, whole, narrowed, failure, ...table } = given;
  const { block, source } = props;
  const { window, count: rows } = model;
  const { start, intents, onScrollEnd } = table;
  const known = window.total !== null;
  const endsWithRows = block.height === 'fill' && known && !failure && !isTransposed(block, rows);
  return (
    <div className="cad-grid-frame" style={endsWithRows ? heightOfRows(rows, hasTotals) : undefined}>
      {failure && !window.answered ? (
        <ErrorCard failure={failure} onRetry={() => window.retry()} />
      ) : isTransposed(block, rows) ? (
        <TransposedTable model={model} block={block} label={label} rows={rows} intents={intents} />
      ) : (
        <GridTable
          model={model}
          label={label}
          rows={rows}
          known={known}
          busy={!window.answered}
          many={block.select === 'many'}
          selectable={block.select !== 'none'}
          hasTotals={hasTotals}
          grouped={block.group.length > 0}
          sheet={block.editing === 'sheet'}
          sort={sort}
          height={
            block.height === 'rows'
              ? Math.max(2, Math.min(rows, whole ? mostUnscrolled : rowsShown)) * rowHeight + scrollbar
              : null
          }
          start={start}
          intents={intents}
          onScrollEnd={onScrollEnd}
        />
      )}
      {!known && !failure ? (
        <div className="cad-grid-over">
          <Skeleton lines={8} />
        </div>
      ) : null}
      {window.answered && rows === 0 ? (
        <div className="cad-grid-over">
          <EmptyState>
            {emptyText(block.empty, find, narrowed)}
            {find === '' && narrowed === null && source.kind === 'sql' ? (
              <EmptyOffers screen={props.screen} source={source} sources={props.sources} act={props.act} />
            ) : null}
          </EmptyState>
        </div>
      ) : null}
    </div>
  );
}
