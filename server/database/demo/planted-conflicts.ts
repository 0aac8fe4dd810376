import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A sale of each district by its place among those that have a dealing and an analysis or none, from the latest on. */
const plain = `(select s.*, row_number() over (partition by s.district_code, a.sale_id is null
      order by s.contract_date desc, s.id) as place, a.sale_id is not null as analysed
  from sale s left join (select distinct sale_id from analysis) a on a.sale_id = s.id
  where s.synthetic and s.status = 'A' and s.dealing_number is not null and s.area > 0 and s.settlement_date > s.contract_date
    and s.contract_date < sale_window_start(extract(year from lt_base_date())::integer)) s`;

/**
 * Sales of which two files said different things, some of them decided. They lie before the window of the base year, so that
 * what is computed of its sales stays as it is.
 */
export async function plantConflicts(
  client: OwnerClient,
  day: string,
): Promise<Readonly<Record<string, number>>> {
  const conflicts = await writeRows(client, {
    action: 'insert',
    table: 'sale_conflict',
    columns: {
      sale_id: 's.id',
      district_code: 's.district_code',
      synthetic: 'true',
      download_at: "s.settlement_date + time '01:00'",
      fields: 'k.fields',
      existing: `said.now || (select jsonb_object_agg(f, said.before -> f) from unnest(k.fields) f)`,
      incoming: 'said.now',
      state: 'k.state',
      chosen: `case when k.state = 'replace' then (select jsonb_object_agg(f, 'replace') from unnest(k.fields) f) end`,
      wrote: `case when k.state = 'replace' then '{}'::jsonb end`,
      decided_by: `case when k.state = 'replace' then (select id from app_user where synthetic and username = 'office') end`,
      decided_at: `case when k.state = 'replace' then ($1::date + time '01:00') at time zone 'UTC' end`,
    },
    from: `${plain}
      join (values ('001', true, 1, 'open', '{purchase_price}'::text[]), ('001', false, 1, 'open', '{settlement_date}'),
        ('001', false, 2, 'open', '{purchase_price,area}'), ('001', false, 3, 'replace', '{purchase_price}'),
        ('002', false, 1, 'open', '{purchase_price}'), ('005', false, 1, 'open', '{interest_pct}'))
        k (district_code, analysed, place, state, fields)
        on k.district_code = s.district_code::text and k.analysed = s.analysed and k.place = s.place,
      lateral (select to_jsonb(s) - array['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'place', 'analysed'] as now,
        jsonb_build_object('purchase_price', round(s.purchase_price::bigint * 0.95, -3), 'settlement_date', s.settlement_date - 7,
          'area', round(s.area * 0.9), 'interest_pct', 50) as before) said
      order by s.district_code, s.id`,
    values: [day],
  });
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { conflict: 'true' },
    from: 'sale_conflict k',
    where: "k.sale_id = t.id and k.synthetic and k.state = 'open'",
  });
  return { sale_conflict: conflicts };
}
