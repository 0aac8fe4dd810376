// A small office at the end of its year, made anew for every round, and what of it a factor, a linking and a roll change.
import pg from 'pg';
import { runningServer } from '#server/database/embedded/start.ts';
import { startConfig } from '#server/database/pool.ts';
import type { OfficeOptions } from './office.ts';

/** The owner of the office's database, for one piece of work. */
export async function asOwner<Result>(
  { root, folder }: OfficeOptions,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const running = runningServer({ dataDir: `${folder}/data`, root });
  if (!running) throw new Error('The database of the office does not run.');
  const client = new pg.Client(startConfig(running));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Two districts with three components of 250 properties each; a tenth of the properties were sold and analysed. */
const fixture = `
  delete from link_run; delete from factor_run; delete from analysis; delete from component_year; delete from benchmark_year;
  delete from district_year; delete from valuation_file; delete from property; delete from component;
  update sysparam set value = '2020-07-01' where name = 'CURRBASE';
  insert into district (code, name, current) values ('001', 'One', true), ('002', 'Two', true) on conflict do nothing;
  insert into component (district_code, code, zone_code)
  select d, c, 'R2' from unnest(array['001', '002']) d, unnest(array['AAA', 'BBB', 'CCC']) c;
  insert into property (id, district_code, component_code, area, risk_rating)
  select n, case when n <= 750 then '001' else '002' end, (array['AAA', 'BBB', 'CCC'])[1 + (n - 1) % 750 / 250], 400 + n % 400,
    case when n % 20 = 0 then '1-ANLYSALE' else '3-OTHER' end
  from generate_series(1, 1500) n;
  update property set benchmark_type = 'P' where id % 250 = 1;
  update property set handcrafted = true where id % 97 = 0;
  insert into property_value (property_id, base_date, land_value, method, risk_rating)
  select p.id, '2020-07-01', 100000 + p.id * 100, 'I', '3-OTHER' from property p;
  insert into property_value (property_id, base_date, land_value, method, risk_rating)
  select p.id, '2021-07-01', 110000 + p.id * 110, case when p.benchmark_type = 'P' then 'H' else 'I' end, '3-OTHER'
  from property p where p.id % 3 = 1 or p.benchmark_type is not null;
  insert into component_year (district_code, component_code, base_date, monthly_pct)
  select k.district_code, k.code, y, 1 from component k, unnest(array['2020-07-01', '2021-07-01']::date[]) y;
  insert into analysis (id, property_id, district_code, component_code, contract_date, area, analysed_lv, alv_lt, alv_future, suitability)
  overriding system value
  select p.id, p.id, p.district_code, p.component_code, '2020-09-01'::date + p.id::integer % 250, p.area, 100000 + p.id * 100,
    100000 + p.id * 100, 110000 + p.id * 110, 'IN'
  from property p where p.id % 10 = 0;
  insert into district_year (district_code, base_date) values ('001', '2021-07-01'), ('002', '2021-07-01')`;

/** A year that may be rolled over. */
const closed = `
  update district_year set state = 'LOCKED', locked_by = 1, locked_at = now(), lock_reason = 'Final';
  insert into valuation_file (base_date, dataset, sha256, size_bytes, members, data_stamp, as_at)
  values ('2021-07-01', 'real', repeat('a', 64), 1, 1, valuation_data_stamp(false), now())`;

/** What a command may change, part by part: the same whenever it was run and by whichever job. */
const parts: { readonly [part: string]: string } = {
  values: `property_id, base_date, land_value, method, factor_applied, factor_component, risk_rating, version from property_value`,
  'runs of factors': `r.district_code, r.component_code, r.factor, r.n, r.n_review, r.sum_before, r.sum_after, r.state,
    (select count(*) from factor_run_value v where v.run_id = r.id) as lines from factor_run r`,
  'years of components': `district_code, component_code, base_date, factor, n_applied, applied_on is not null as applied,
    last_link_on is not null as linked, version from component_year`,
  links: `l.analysis_id, l.property_id, l.base_date, l.comparison, l.difference, l.text, l.linked_by, r.id is not null as of_run
    from analysis_benchmark l left join link_run r on r.id = l.run_id`,
  'runs of links': `r.district_code, r.n_components, r.n_sales, r.n_benchmarks, r.n_added, r.n_removed, r.state,
    (select jsonb_object_agg(x.what, x.n) from (select what, count(*) as n from link_run_line l where l.run_id = r.id group by what) x) as lines
    from link_run r`,
  'years of districts': `district_code, base_date, state, locked_by is not null as closed, version from district_year`,
  'base date': `value from sysparam where name = 'CURRBASE'`,
  'LT values and future values': 'property_id, land_value_lt, land_value_future from property_in_force',
  benchmarks: `property_id, base_date, benchmark_type, lv_old from benchmark_year`,
  ratings: `id, risk_rating, version from property`,
  analyses: `id, alv_lt, alv_future, version from analysis`,
  history: `table_name, case table_name when 'property' then row_id end as row, action, fields from audit where id > $1`,
};

/** A hash of each part. */
export type Standing = ReadonlyMap<string, string>;

/** The office as it is before a command; answers the last entry of its history so far. */
export const makeAnew = (options: OfficeOptions, lock: boolean): Promise<number> =>
  asOwner(options, async (client) => {
    await client.query(`begin; ${fixture}; ${lock ? closed : ''}; commit`);
    await client.query('analyze');
    const { rows } = await client.query<{ id: number }>(
      'select coalesce(max(id), 0)::float8 as id from audit',
    );
    return rows[0]?.id ?? 0;
  });

/** What stands in the office now; its history after the entry `since`. */
export const standing = (options: OfficeOptions, since: number): Promise<Standing> =>
  asOwner(options, async (client) => {
    const answer = new Map<string, string>();
    await client.query('begin isolation level repeatable read');
    for (const [part, query] of Object.entries(parts)) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(coalesce(string_agg(q::text, ';' order by q::text), '')) as hash from (select ${query}) q`,
        query.includes('$1') ? [since] : [],
      );
      answer.set(part, rows[0]?.hash ?? '');
    }
    await client.query('commit');
    return answer;
  });

export interface FoundJob {
  readonly id: number;
  readonly state: string;
  readonly problem: string | null;
}

/** The job that was to write, where it came to one. */
export const lastRun = (options: OfficeOptions, after: number): Promise<FoundJob | null> =>
  asOwner(options, async (client) => {
    const { rows } = await client.query<FoundJob>(
      `select id::float8 as id, state, problem from job where id > $1 and payload ->> 'preview' = 'false' order by id desc limit 1`,
      [after],
    );
    return rows[0] ?? null;
  });

export const lastJob = (options: OfficeOptions): Promise<number> =>
  asOwner(options, async (client) => {
    const { rows } = await client.query<{ id: number }>('select coalesce(max(id), 0)::float8 as id from job');
    return rows[0]?.id ?? 0;
  });
