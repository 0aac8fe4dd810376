import { type ComponentType, useMemo, useRef } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { failedTogether } from '#src/render/failure.ts';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import type { LinkedAcross, LinkedGrid } from './definition.ts';
import { pageOfRows, rowsOfAnswer } from './local-rows.ts';
import { pivot } from './pivot.ts';

type AcrossProps = BlockProps & {
  readonly block: LinkedGrid;
  readonly source: SourceView;
  readonly across: LinkedAcross;
  readonly Inner: ComponentType<BlockProps & { readonly block: LinkedGrid; readonly source: SourceView }>;
};

const none: readonly Row[] = [];

/** Rows of the source side by side under the columns that another source makes; both are here as a whole. */
export function AcrossGrid({ across, Inner, ...props }: AcrossProps) {
  const { block, source, sources } = props;
  const columnSource = sources[across.source];
  const values = [source.value, columnSource?.value];
  const ready = source.status === 'ready' && columnSource?.status === 'ready';
  const versions = useRef({ values, count: 0 });
  if (versions.current.values.some((value, i) => value !== values[i]))
    versions.current = { values, count: versions.current.count + 1 };
  const { count } = versions.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count stands for both values
  const made = useMemo(
    () =>
      pivot(
        ready ? rowsOfAnswer(source.value) : none,
        ready ? rowsOfAnswer(columnSource.value) : none,
        block.columns,
        across,
      ),
    [count, ready, block, across],
  );
  const shown = useMemo(() => ({ ...block, columns: made.columns, columnsFrom: null }), [block, made]);
  const failed = failedTogether([source, columnSource]);
  if (failed) return <ErrorCard failure={failed.failure} onRetry={failed.retry} />;
  if (!columnSource) return <ErrorCard message={`Grid "${block.id}" has no source "${across.source}".`} />;
  if (!ready) return <Skeleton lines={8} />;
  const fields = made.columns.map(({ field }) => field);
  const local: SourceView = {
    ...source,
    whole: true,
    fields,
    revision: `${source.revision}#${count}`,
    page: async (request) => pageOfRows(made.rows, fields, request),
    export: (format, request, columns, id, titles) =>
      source.export(format, request, columns, id, titles, { columns: made.across, rows: made.rows.length }),
  };
  return (
    <>
      {made.left > 0 ? (
        <p className="cad-grid-notice" role="status">
          {counted(made.left, 'more columns')} are left out: a table has {across.most} at most. Narrow the
          filters.
        </p>
      ) : null}
      <Inner {...props} block={shown} source={local} />
    </>
  );
}
