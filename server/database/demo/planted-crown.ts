import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** Components that hold Crown land; `lacks` is the part that its report for the year under work has not. */
const components = [
  { district: '001', code: 'FCD', class: 'RES', financial: false, lacks: 'nothing' },
  { district: '002', code: 'FCE', class: 'REC', financial: false, lacks: 'comments' },
  // Its reference benchmarks are exceptions, so that one benchmark is left.
  { district: '002', code: 'IAA', class: 'IND', financial: false, lacks: 'report' },
  // None of its properties was sold.
  { district: '002', code: 'RAH', class: 'RUR', financial: false, lacks: 'links' },
  { district: '005', code: 'BAF', class: null, financial: true, lacks: 'valuer' },
  { district: '005', code: 'FCE', class: 'REC', financial: false, lacks: 'nothing' },
  { district: '012', code: 'FCF', class: 'RES', financial: false, lacks: 'primary' },
  { district: '012', code: 'FCH', class: 'REC', financial: false, lacks: 'nothing' },
  { district: '012', code: 'IAA', class: 'IND', financial: false, lacks: 'factor' },
] as const;

/** Crown components of two regions with a district in tranche in each, and what reports of their work look for. */
export async function plantCrown(client: OwnerClient): Promise<void> {
  const from = `jsonb_to_recordset($1::jsonb) as k (district text, code text, class text, financial boolean, lacks text)`;
  const values = [JSON.stringify(components)];
  const its = 't.synthetic and t.district_code = k.district and t.component_code = k.code';
  const update = (table: string, marks: Readonly<Record<string, string>>, where: string) =>
    writeRows(client, { action: 'update', table, fields: {}, marks, from, where, values });
  await update(
    'component',
    { crown: 'true', crown_class: 'k.class', financial: 'k.financial' },
    't.synthetic and t.district_code = k.district and t.code = k.code',
  );
  await update('property', { crown: 'true' }, its);
  await update(
    'benchmark_year',
    { benchmark_type: "'R'" },
    `${its} and k.lacks = 'primary' and t.benchmark_type = 'P'`,
  );
  await update(
    'benchmark_year',
    { index_exception: 'true' },
    `${its} and k.lacks = 'report' and t.benchmark_type = 'R'`,
  );
  const ofYear = `${its} and t.base_date = future_base_date()`;
  await update(
    'component_year',
    {
      comments: `case when k.lacks <> 'comments' then rich_text_of('Crown land; benchmarks inspected with those of the region.') end`,
      report_valuer_id: `case when k.lacks <> 'valuer' then t.report_valuer_id end`,
      factor: `case when k.lacks <> 'factor' then t.factor end`,
      n_applied: `case when k.lacks <> 'factor' then t.n_applied else 0 end`,
    },
    ofYear,
  );
  await writeRows(client, {
    action: 'delete',
    table: 'component_year',
    using: from,
    where: `${ofYear} and k.lacks = 'report'`,
    values,
  });
  await writeRows(client, {
    action: 'insert',
    table: 'analysis_benchmark',
    columns: {
      district_code: 'l.district',
      analysis_id: 'l.id',
      property_id: 'l.property_id',
      component_code: 'l.code',
      base_date: 'l.base_date',
      comparison: "'COM'",
      synthetic: 'true',
    },
    from: `(select distinct on (k.district, k.code) k.district, k.code, a.id, b.property_id, b.base_date
      from ${from}
      join benchmark_year b on b.district_code = k.district and b.component_code = k.code and b.synthetic
        and b.base_date = future_base_date() and b.benchmark_type in ('P', 'R')
      join analysis a on a.district_code = k.district and a.component_code = k.code and a.synthetic
      order by k.district, k.code, b.benchmark_type, b.property_id, a.id) l`,
    unless: ['analysis_id', 'property_id', 'base_date'],
    values,
  });
  // Each third year a district is in tranche; this one comes early, so that its region has an index for the year under work.
  await writeRows(client, {
    action: 'update',
    table: 'district_year',
    fields: {},
    marks: { in_tranche: 'true' },
    from: '(select) one',
    where: "t.synthetic and t.district_code = '012' and t.base_date = future_base_date()",
  });
}
