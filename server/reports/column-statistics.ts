// What a column of a source holds, over all its rows.

import type { ValueType } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import type { Caller } from '../access/caller.ts';
import { createBinder, knownColumn, momentText, type PageColumn, quoted } from '../database/json-page.ts';
import { type Narrowing, narrows, narrowWhere } from '../database/narrow.ts';
import { readRun } from './open-run.ts';
import type { RowSource } from './rows.ts';
import { rowsOf } from './run.ts';
import type { ReportServer } from './served.ts';

type Statistics = OperationAnswer['query.statistics'];

const several: ReadonlySet<ValueType> = new Set(['json', 'list']);
const measured: ReadonlySet<ValueType> = new Set(['integer', 'number']);
const ordered: ReadonlySet<ValueType> = new Set(['date', 'datetime']);

/** What the type of the column lets be said, as the members of a JSON object. */
function membersOf({ id, type }: PageColumn): string {
  const value = type === 'text' ? `nullif(${quoted(id)}::text, '')` : quoted(id);
  const written = (sql: string) => (type === 'datetime' ? momentText(sql) : sql);
  const between = (kind: 'cont' | 'disc') => `percentile_${kind}(0.5) within group (order by ${value})`;
  const median = measured.has(type) ? between('cont') : ordered.has(type) ? between('disc') : 'null';
  const end = (how: 'min' | 'max') =>
    measured.has(type) || ordered.has(type) ? written(`${how}(${value})`) : 'null';
  return `'empty', count(*) - count(${value}),
    'distinct', ${several.has(type) ? 'null' : `count(distinct ${value})`},
    'min', ${end('min')}, 'median', ${ordered.has(type) ? written(median) : median},
    'mean', ${measured.has(type) ? `avg(${value})` : 'null'}, 'max', ${end('max')}`;
}

export async function columnStatistics(
  source: RowSource,
  wish: Narrowing & { readonly column: string },
  newerThan: Date | null,
  caller: Caller,
  context: ReportServer,
): Promise<Statistics> {
  const column = knownColumn(source.columns, wish.column, '/column');
  const asked = { newerThan, whole: narrows(wish), turn: true };
  return readRun(source, asked, caller, context, async (client, { source: read, limited }) => {
    const { bind, values } = createBinder(read.values);
    const where = narrowWhere(read.columns, wish, bind);
    const cap = read.rowLimit === null ? '' : ` limit ${read.rowLimit}`;
    const { rows } = await client.query<{
      n: number;
      statistics: Omit<Statistics, 'rows' | 'limited'>;
    }>(
      `with ${rowsOf(read, where, cap)}
      select count(*)::integer as n, json_build_object(${membersOf(column)}) as statistics from r`,
      values,
    );
    const [row] = rows;
    if (!row) throw new Error('The statement of statistics answered no row.');
    return {
      rows: row.n,
      limited: limited ?? (read.rowLimit !== null && row.n >= read.rowLimit),
      ...row.statistics,
    };
  });
}
