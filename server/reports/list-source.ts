import type { Criterion, Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { FigureSeen } from '../access/search-by-hash.ts';
import { columnMap } from '../database/json-page.ts';
import { foundRows } from '../records/found-rows.ts';
import { pageColumns } from '../records/record-fields.ts';
import { asksText, narrowedBy } from '../records/text-index.ts';
import type { Dataset } from './dataset.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

/** The records that criteria find, as a source that is read page by page. */
export async function listSource(
  entity: Entity,
  criteria: readonly Criterion[],
  caller: Caller,
  dataset: Dataset,
  { database }: ReportServer,
  /** Set where a figure of a report led to the search. */
  figure: FigureSeen | null = null,
): Promise<RowSource> {
  const narrowed = asksText(entity, criteria)
    ? await database.read(whoOf(caller), { dataset }, (client) => narrowedBy(client, entity, criteria))
    : null;
  const { text, values, fields } = foundRows(entity, criteria, caller, narrowed, figure);
  return {
    text,
    values,
    columns: columnMap(pageColumns(fields)),
    fields,
    key: 'id',
    dataset,
    rowLimit: null,
    report: false,
    searched: criteria.length > 0,
    table: entity.record.wholeTable && criteria.length === 0 ? entity.record.table : null,
    ordered: false,
    run: null,
    figures: null,
    parts: null,
    base: null,
  };
}
