import { type Caller, whoOf, worksIn } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { everywhere } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { districtNames } from '../../reports/districts.ts';

/** A file holds every district: whoever may not work in one of them neither makes nor takes it. */
export async function demandAllDistricts(caller: Caller, context: Context): Promise<void> {
  const codes = [...(await districtNames(context.database, context.now())).keys()];
  if (codes.every((code) => worksIn(caller, code))) return;
  throw new Problem(
    'not-allowed',
    'A valuation file holds every district, and you do not work in all of them. Ask who does.',
  );
}

export async function datasetOf(caller: Caller, { database, now }: Context): Promise<'real' | 'synthetic'> {
  return (await chosenDataset(caller, database)) ?? (await defaultDataset(database, now()));
}

export interface UnderWork {
  /** Null where the office has no base date yet. */
  readonly base_date: string | null;
  readonly refusal: string | null;
  readonly stamp: string;
  readonly [column: string]: unknown;
}

/** The year under work, and whether it is kept as it stands. */
export async function underWork(synthetic: boolean, { database }: Context): Promise<UnderWork> {
  const { rows } = await database.read(everywhere, { dataset: 'both' }, (client) =>
    client.query<UnderWork>(
      `select d.on_date as base_date, valuation_file_refusal(d.on_date, $1::boolean) as refusal,
         valuation_data_stamp($1::boolean) as stamp from (select future_base_date() as on_date) d`,
      [synthetic],
    ),
  );
  return rows[0] ?? { base_date: null, refusal: null, stamp: '' };
}

export interface FileRow {
  readonly id: string;
  readonly base_date: string;
  readonly data_stamp: string;
  readonly made_at: string;
  readonly made_by: string | null;
  readonly as_at: string;
  readonly size_bytes: number;
  readonly rows: number;
  readonly documents: number;
  readonly [column: string]: unknown;
}

/** The newest first. */
export async function fileRows(
  dataset: 'real' | 'synthetic',
  caller: Caller,
  { database }: Context,
): Promise<readonly FileRow[]> {
  const { rows } = await database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<FileRow>(
      `select f.sha256 as id, f.base_date, f.data_stamp, f.made_at, f.as_at, f.size_bytes::float8 as size_bytes, f.documents,
         (select u.full_name from app_user u where u.id = f.made_by) as made_by,
         (select sum(c.value::bigint) from jsonb_each_text(f.counts) c)::float8 as rows
       from valuation_file f where f.dataset = $1::text order by f.made_at desc, f.id desc limit 200`,
      [dataset],
    ),
  );
  return rows;
}
