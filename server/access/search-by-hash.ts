import type { Criterion } from '#src/core/entity.ts';
import type { Database } from '../database/open-database.ts';

/** What a figure of a report said that led to the search. */
export interface FigureSeen {
  readonly text: string;
  readonly run_at: string;
  /** Of a median: the records that stand in the middle. */
  readonly middle?: readonly number[];
  /** Of what is measured by distances from a median: that of each record. */
  readonly distances?: { readonly [id: string]: number };
}

export interface SearchRow {
  readonly hash: string;
  readonly list: string;
  readonly search_type: 'simple' | 'full';
  readonly criteria: readonly Criterion[];
  readonly name: string | null;
  readonly favourite: boolean;
  readonly used_at: string;
  readonly figure: FigureSeen | null;
  readonly [column: string]: unknown;
}

export const searchColumns = 'hash, list, search_type, criteria, name, favourite, used_at, figure';

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether a link names a search by the address of a map that shows it. */
export function isMapAddress(hash: string): boolean {
  return uuidForm.test(hash);
}

/**
 * The search that a link names, the reader's own first, else whoever stored it, or that of the map with this address; null
 * where there is none.
 */
export async function searchByHash(
  database: Pick<Database, 'owner'>,
  hash: string,
  reader: number,
): Promise<SearchRow | null> {
  const { rows } = await database.owner(
    (client) =>
      isMapAddress(hash)
        ? client.query<SearchRow>(
            `select uuid::text as hash, list, search_type, criteria, title as name, false as favourite,
             created_at as used_at, null as figure
           from map_state where uuid = $1::uuid`,
            [hash],
          )
        : client.query<SearchRow>(
            `select ${searchColumns} from search where hash = $1::text order by (owner_id = $2::bigint) desc limit 1`,
            [hash, reader],
          ),
    { readOnly: true },
  );
  return rows[0] ?? null;
}
