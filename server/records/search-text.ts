import type { Entity } from '#src/core/entity.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { quoted } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';
import { criteriaText } from './criteria-text.ts';
import type { StoredSearch } from './searches.ts';

const grouped = new Intl.NumberFormat('en-AU');

/** How many of the records were changed after the report ran that counted them. */
async function changedSince(
  { criteria, figure }: StoredSearch,
  { record }: Entity,
  caller: Caller,
  database: Database,
): Promise<number> {
  const { rows } = await database.read(whoOf(caller), {}, (client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from ${quoted(record.view)}
       where id = any($1::bigint[]) and updated_at > $2::timestamptz`,
      [criteria[0]?.val, figure?.run_at],
    ),
  );
  return rows[0]?.n ?? 0;
}

/** A search in words, for the head of its result: what the figure counted that led to it, else its criteria. */
export async function searchText(
  search: StoredSearch,
  entity: Entity,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
  caller: Caller,
  database: Database,
): Promise<string> {
  const { figure } = search;
  if (!figure) return criteriaText(search.criteria, entity, codes);
  const changed = await changedSince(search, entity, caller, database);
  if (changed === 0) return `${figure.text}.`;
  const some = changed === 1 ? '1 of them was' : `${grouped.format(changed)} of them were`;
  return `${figure.text}. ${some} changed since the report ran.`;
}
