// Rows of another source, grouped and counted: read from that source's run.
import type { LinkedField, LinkedGroups } from '#src/core/linked.ts';
import { columnMap, quoted } from '../database/json-page.ts';
import type { RowSource } from './rows.ts';

const aggregates: { readonly [how in LinkedGroups['measures'][string]['how']]: (column: string) => string } =
  {
    count: (column) => `count(${column})`,
    sum: (column) => `sum(${column})`,
    avg: (column) => `avg(${column})`,
    min: (column) => `min(${column})`,
    max: (column) => `max(${column})`,
    median: (column) => `percentile_cont(0.5) within group (order by ${column}::double precision)`,
  };

export function groupedSource(
  base: RowSource,
  { by, measures }: LinkedGroups,
  fields: readonly LinkedField[],
): RowSource {
  const keys = by.map(quoted);
  const computed = Object.entries(measures).map(
    ([id, { how, of }]) => `${aggregates[how](of === null ? '*' : quoted(of))} as ${quoted(id)}`,
  );
  const groups = keys.length === 0 ? '' : ` group by ${keys.join(', ')} order by ${keys.join(', ')}`;
  return overRowsOf(
    base,
    { columns: columnMap(fields.map(({ id, type }) => ({ id, type }))), fields },
    (statement) => `select ${[...keys, ...computed].join(', ')} from (${statement}
        ) b${groups}`,
  );
}

/** A source over the rows of another, be that one over another's itself. */
export function overRowsOf(
  base: RowSource,
  made: Pick<RowSource, 'columns' | 'fields'>,
  over: (statement: string) => string,
): RowSource {
  const inner = base.base;
  return {
    ...base,
    ...made,
    key: null,
    rowLimit: null,
    report: false,
    ordered: true,
    figures: null,
    base: inner
      ? { source: inner.source, over: (statement) => over(inner.over(statement)) }
      : { source: base, over },
  };
}
