// Rows of a source by what of some columns occurs together, each once with its count.
import { countedRows } from '#src/core/rows.ts';
import { columnMap, quoted } from '../database/json-page.ts';
import { overRowsOf } from './grouped-source.ts';
import { groupableColumn } from './groups.ts';
import type { RowSource } from './rows.ts';

export function countedSource(source: RowSource, ids: readonly string[]): RowSource {
  const columns = [...new Set(ids)].map((id, i) => groupableColumn(source.columns, id, `/counted/${i}`));
  const names = columns.map(({ id }) => quoted(id)).join(', ');
  return overRowsOf(
    source,
    {
      columns: columnMap([...columns, { id: countedRows, type: 'integer' }]),
      fields: source.fields.filter(({ id }) => ids.includes(id)),
    },
    (rows) => `select ${names}, count(*)::integer as ${quoted(countedRows)} from (${rows}
        ) c group by ${names} order by ${names}`,
  );
}
