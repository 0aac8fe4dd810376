import { createHash } from 'node:crypto';
import type { Criterion } from '#src/core/entity.ts';
import { dropOldSearches } from '../access/own-storage.ts';
import { type FigureSeen, type SearchRow, searchByHash, searchColumns } from '../access/search-by-hash.ts';
import type { Database } from '../database/open-database.ts';
import type { Writer } from '../database/transaction.ts';

export interface StoredSearch {
  readonly hash: string;
  readonly list: string;
  readonly searchType: 'simple' | 'full';
  readonly criteria: readonly Criterion[];
  readonly name: string | null;
  readonly favourite: boolean;
  readonly used_at: string;
  /** Set where a figure of a report led to it. */
  readonly figure: FigureSeen | null;
}

function searchOf(row: SearchRow): StoredSearch {
  const { hash, list, criteria, name, favourite, used_at, figure } = row;
  return { hash, list, searchType: row.search_type, criteria, name, favourite, used_at, figure };
}

/** The same owner, list and criteria, seen behind the same figure, always give the same hash. */
export function searchHash(
  owner: number,
  list: string,
  searchType: string,
  criteria: readonly Criterion[],
  figure: FigureSeen | null = null,
): string {
  const exact = criteria.map(({ fld, op, val }) => [fld, op, val ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([owner, list, searchType, exact, ...(figure ? [figure] : [])]))
    .digest('base64url')
    .slice(0, 24);
}

/** Searches lie in no district. */
function ownRows(userId: number): Writer {
  return { userId, districts: [], workDistricts: [] };
}

export async function storeSearch(
  database: Database,
  owner: number,
  search: {
    readonly list: string;
    readonly searchType: string;
    readonly isRecent: boolean;
    readonly criteria: readonly Criterion[];
    readonly figure?: FigureSeen;
  },
): Promise<string> {
  const { figure = null } = search;
  const hash = searchHash(owner, search.list, search.searchType, search.criteria, figure);
  await database.write(ownRows(owner), async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      `insert into search (hash, owner_id, list, search_type, criteria, is_recent, figure, created_by, updated_by)
       values ($1::text, $2::bigint, $3::text, $4::text, $5::jsonb, $6::boolean, $7::jsonb, $2::bigint, $2::bigint)
       on conflict (hash, owner_id) do update
         set used_at = now(), is_recent = search.is_recent or excluded.is_recent, updated_by = excluded.updated_by
       returning xmax = 0 as made`,
      [
        hash,
        owner,
        search.list,
        search.searchType,
        JSON.stringify(search.criteria),
        search.isRecent,
        figure && JSON.stringify(figure),
      ],
    );
    if (rows[0]?.made) await dropOldSearches(client, owner);
  });
  return hash;
}

/** A search by its hash, whoever stored it; what it finds is decided by the rights of who opens it. */
export async function readSearch(
  database: Database,
  hash: string,
  reader: number,
): Promise<StoredSearch | null> {
  const found = await searchByHash(database, hash, reader);
  return found && searchOf(found);
}

export async function recentSearches(
  database: Database,
  owner: number,
  list: string,
): Promise<readonly StoredSearch[]> {
  const { rows } = await database.write(ownRows(owner), (client) =>
    client.query<SearchRow>(
      `select ${searchColumns} from search where owner_id = $1::bigint and list = $2::text and is_recent
       order by used_at desc, id desc limit 20`,
      [owner, list],
    ),
  );
  return rows.map(searchOf);
}

/** Of a list, or of all. */
export async function favouriteSearches(
  database: Database,
  owner: number,
  list: string | null,
): Promise<readonly StoredSearch[]> {
  const { rows } = await database.write(ownRows(owner), (client) =>
    client.query<SearchRow>(
      `select ${searchColumns} from search where owner_id = $1::bigint and ($2::text is null or list = $2::text) and favourite
       order by lower(name) nulls last, used_at desc, id desc limit 200`,
      [owner, list],
    ),
  );
  return rows.map(searchOf);
}

/** What is not given stays as it is. The search has been read before: it is the owner's, or becomes theirs here. */
export async function keepSearch(
  database: Database,
  owner: number,
  search: StoredSearch,
  change: { readonly name?: string | null; readonly favourite?: boolean },
): Promise<StoredSearch> {
  const kept = await database.write(ownRows(owner), async (client) => {
    await client.query(
      `insert into search (hash, owner_id, list, search_type, criteria, figure, created_by, updated_by)
       values ($1::text, $2::bigint, $3::text, $4::text, $5::jsonb, $6::jsonb, $2::bigint, $2::bigint)
       on conflict (hash, owner_id) do nothing`,
      [
        search.hash,
        owner,
        search.list,
        search.searchType,
        JSON.stringify(search.criteria),
        search.figure && JSON.stringify(search.figure),
      ],
    );
    const { rows } = await client.query<SearchRow>(
      `update search set name = case when $3::boolean then $4::text else name end,
         favourite = coalesce($5::boolean, favourite), version = version + 1, updated_by = $2::bigint
       where hash = $1::text and owner_id = $2::bigint returning ${searchColumns}`,
      [search.hash, owner, change.name !== undefined, change.name ?? null, change.favourite ?? null],
    );
    return rows[0];
  });
  if (!kept) throw new Error(`The search ${search.hash} of user ${owner} was kept without being there.`);
  return searchOf(kept);
}

/** Off the lists; the row stays, because links to the result name it. False where the owner has none. */
export async function forgetSearch(database: Database, owner: number, hash: string): Promise<boolean> {
  const { rowCount } = await database.write(ownRows(owner), (client) =>
    client.query(
      `update search set is_recent = false, favourite = false, name = null, version = version + 1,
         updated_by = $2::bigint where hash = $1::text and owner_id = $2::bigint`,
      [hash, owner],
    ),
  );
  return rowCount > 0;
}
