import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A property that stands as it should, but for what is written of it. */
interface Misfit {
  readonly district: string;
  readonly columns: { readonly [column: string]: string };
  /** The zone of the property before. */
  readonly zone?: string;
  /** A benchmark of this type; none without it. */
  readonly benchmark?: string;
}

/** A property for each reason for which a component does not fit; the one of another zone is a benchmark. */
const misfits: readonly Misfit[] = [
  { district: '005', columns: { component_code: 'null' } },
  { district: '005', columns: { component_code: "'ZZY'" } },
  { district: '007', columns: { component_code: "'XXA'" } },
  { district: '007', zone: 'R1', benchmark: 'S', columns: { zone_code: "'R5'" } },
  { district: '005', zone: 'MU1', columns: { zone_code: "'B4'" } },
  { district: '007', columns: { crown: 'true' } },
  { district: '005', columns: { benchmark_property_type: "'OTH'" } },
];

/** What reports of components, benchmarks and concessions look for, of rows that are loaded. */
export async function plantBenchmarks(client: OwnerClient): Promise<void> {
  await plantMisfits(client);
  await plantTypes(client);
  await plantValues(client);
  await plantLinks(client);
  await plantReliefs(client);
  await plantLoose(client);
}

async function plantMisfits(client: OwnerClient): Promise<void> {
  for (const [code, active] of [
    ['XXA', false],
    ['XXB', true],
  ])
    await writeRows(client, {
      action: 'insert',
      table: 'component',
      columns: {
        district_code: 'c.district_code',
        code: '$1::text',
        zone_code: 'c.zone_code',
        description:
          "case when $2::boolean then 'R1 unlike lots on the river' else 'R1 residential, now part of AAA' end",
        property_type: 'c.property_type',
        valuer_id: 'c.valuer_id',
        non_homogeneous: '$2::boolean',
        active: '$2::boolean',
        synthetic: 'true',
      },
      from: "component c where c.synthetic and c.district_code = '007' and c.code = 'AAA'",
      values: [code, active],
    });
  await writeRows(client, {
    action: 'insert',
    table: 'component_year',
    columns: {
      district_code: 'c.district_code',
      component_code: 'c.code',
      base_date: 'future_base_date()',
      n_applied: '0',
      synthetic: 'true',
    },
    from: "component c where c.synthetic and c.district_code = '007' and c.code in ('XXA', 'XXB')",
  });
  for (const { district, zone, benchmark, columns } of misfits)
    await writeRows(client, {
      action: 'update',
      table: 'property',
      fields: {},
      marks: columns,
      from: '(select) one',
      // The last of those that nothing else is told of.
      where: `t.id = (select max(p.id) from property p
        join component c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic
        where p.synthetic and p.status = 'A' and p.district_code = $1 and p.zone_code = c.zone_code
          and p.zone_code = coalesce($2, p.zone_code) and p.benchmark_property_type = c.property_type and not p.crown and c.active
          and p.benchmark_type is not distinct from $3 and (p.handcrafted = ($3::text is not null)) and p.strata_plan is null
          and not exists (select from sale s where s.property_id = p.id)
          and not exists (select from supp s where s.property_id = p.id))`,
      values: [district, zone ?? null, benchmark ?? null],
    });
}

/** Components without a primary benchmark, with two, and with one alone that is not homogeneous; a benchmark that is cancelled. */
async function plantTypes(client: OwnerClient): Promise<void> {
  const changes: readonly (readonly [columns: { readonly [column: string]: string }, which: string])[] = [
    [
      { benchmark_type: "'R'" },
      "p.district_code = '007' and p.component_code = 'AAC' and p.benchmark_type = 'P'",
    ],
    // Worth what the factor says, so that nothing else is found of it.
    [
      { benchmark_type: "'P'" },
      `p.district_code = '005' and p.benchmark_type = 'R' and exists (select from property_value v
        join property_value b on b.property_id = v.property_id and b.series = 'LT' and b.base_date = lt_base_date()
        join component_year y on y.district_code = p.district_code and y.component_code = p.component_code
          and y.base_date = v.base_date and y.synthetic
        where v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
          and v.land_value::bigint = round_land_value(b.land_value::bigint * y.factor))`,
    ],
    [
      { benchmark_type: "'P'", component_code: "'XXB'" },
      "p.district_code = '007' and p.zone_code = 'R1' and p.benchmark_type = 'R' and p.component_code not in ('AAA', 'AAC')",
    ],
    [{ benchmark_type: "'S'" }, "p.district_code = '012' and p.status = 'X'"],
  ];
  for (const [marks, which] of changes)
    await writeRows(client, {
      action: 'update',
      table: 'property',
      fields: {},
      marks,
      from: '(select) one',
      where: `t.id = (select max(p.id) from property p where p.synthetic and ${which})`,
    });
}

/** Benchmarks whose value under work leaves the factor, and one without; years of benchmarks follow. */
async function plantValues(client: OwnerClient): Promise<void> {
  for (const [district, type, value] of [
    ['005', 'P', 'round_land_value(t.land_value::bigint * 1.04)'],
    ['005', 'R', 'round_land_value(t.land_value::bigint * 1.2)'],
    ['007', 'R', 'round_land_value(t.land_value::bigint * 0.82)'],
    ['012', 'S', 'round_land_value(t.land_value::bigint * 1.45)'],
    ['007', 'S', 'null'],
  ])
    await writeRows(client, {
      action: 'update',
      table: 'property_value',
      fields: {},
      marks: { land_value: value ?? '' },
      from: '(select) one',
      where: `t.series = 'LT' and t.base_date = future_base_date() and t.property_id = (
        select min(p.id) from property p where p.synthetic and p.status = 'A' and p.district_code = $1 and p.benchmark_type = $2)`,
      values: [district, type],
    });
  const year = `property p
    join property_value v on v.property_id = p.id and v.series = 'LT'
    join property_value b on b.property_id = p.id and b.series = 'LT' and b.base_date = v.base_date - interval '1 year'`;
  await writeRows(client, {
    action: 'insert',
    table: 'benchmark_year',
    columns: {
      property_id: 'p.id',
      district_code: 'p.district_code',
      component_code: 'p.component_code',
      base_date: 'v.base_date',
      benchmark_type: 'p.benchmark_type',
      lv_old: 'b.land_value',
      lv_new: 'v.land_value',
      synthetic: 'true',
    },
    from: `${year} where p.synthetic and p.benchmark_type is not null and v.base_date = future_base_date()
      and not exists (select from benchmark_year y where y.property_id = p.id and y.base_date = v.base_date)`,
  });
  await writeRows(client, {
    action: 'update',
    table: 'benchmark_year',
    fields: {},
    marks: {
      benchmark_type: 'p.benchmark_type',
      component_code: 'p.component_code',
      lv_old: 'b.land_value',
      lv_new: 'v.land_value',
    },
    from: year,
    where: 't.synthetic and p.id = t.property_id and v.base_date = t.base_date',
  });
}

/** A sale linked to each benchmark: of its component, else of its zone or district, the one nearest to its value;
 * but for three and those of a Crown component without a sale, and two without a comparison. */
async function plantLinks(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'analysis_benchmark',
    columns: {
      district_code: 'p.district_code',
      analysis_id: 'a.id',
      property_id: 'p.id',
      component_code: 'p.component_code',
      comparison: 'case when p.place > 2 then comparison_of(a.alv_future::numeric / p.v1) end',
      difference: 'case when p.place > 2 then round((a.alv_future::numeric / p.v1 - 1) * 100, 1) end',
      linked_by: "'RUN'",
      synthetic: 'true',
    },
    from: `(select p.id, p.district_code, p.component_code, p.zone_code, v.land_value::bigint as v1,
        row_number() over (partition by p.district_code = '005' and p.benchmark_type = 'S' order by p.id)
          + case when p.district_code = '005' and p.benchmark_type = 'S' then 0 else 2 end as place
      from property p
      join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date() and v.land_value > 0
      where p.synthetic and p.status = 'A' and p.benchmark_type is not null
        and not exists (select from analysis_benchmark l where l.property_id = p.id)
        and (p.district_code, p.component_code) is distinct from ('002', 'RAH')
        and p.id not in (select id from property where synthetic and district_code = '007' and benchmark_type = 'S' order by id limit 3)) p
      cross join lateral (select a.id, a.alv_future from analysis a
        where a.synthetic and a.district_code = p.district_code and a.suitability <> 'NO' and a.alv_future > 0
        order by a.component_code <> p.component_code, a.zone_code <> p.zone_code, abs(a.alv_future::bigint - p.v1), a.id limit 1) a
      order by p.id`,
  });
}

/** Allowances and concessions under work that did not move with the value: changed, new, not below it, and beside one that excludes them. */
async function plantReliefs(client: OwnerClient): Promise<void> {
  const only = (column: string) => `t.${column} is not null`;
  const none = `num_nonnulls(t.onsite_allowance, t.offsite_allowance, t.subdivider_allowance, t.stratum_allowance, t.heritage_value,
    t.muaf_pct, t.mdaf_pct, t.unutilised_value, t.attributable_part) = 0 and p.benchmark_property_type = 'COM' and p.benchmark_type is null`;
  const changes: readonly (readonly [column: string, value: string, which: string])[] = [
    ['onsite_allowance', 'round_land_value(t.onsite_allowance::bigint * 1.6)', only('onsite_allowance')],
    ['mdaf_pct', 't.mdaf_pct + 5', `${only('mdaf_pct')} and t.mdaf_pct < 80`],
    ['heritage_value', 'round_land_value(t.land_value::bigint * 0.7)', none],
    ['attributable_part', 't.land_value', only('attributable_part')],
    ['muaf_pct', '100', only('muaf_pct')],
    ['muaf_pct', '30', only('stratum_allowance')],
  ];
  for (const [column, value, which] of changes)
    await writeRows(client, {
      action: 'update',
      table: 'property_value',
      fields: {},
      marks: { [column]: value },
      from: '(select) one',
      where: `t.id = (select max(t.id) from property_value t join property p on p.id = t.property_id
        where t.synthetic and t.series = 'LT' and t.base_date = future_base_date() and t.land_value > 0 and p.status = 'A' and ${which}
          and not exists (select from supp s where s.property_id = p.id))`,
    });
}

/** The cheapest land sold of a component and one above the middle got each other's value, so that its values hardly follow its sales. */
async function plantLoose(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'update',
    table: 'property_value',
    fields: {},
    marks: {
      land_value: 'o.v1',
      method: "'H'",
      handcrafted: 'true',
      factor_applied: 'null::numeric',
      factor_component: 'null',
    },
    from: `(with sold as (
        select a.property_id, a.v1, row_number() over (order by a.alv_future, a.analysis_id) as place
        from ratio_sample(2025) a
        where a.district_code = '005' and a.component_code = 'FCA' and a.in_standard and a.v1 > 0 and a.alv_future > 0
          and a.contract_date between sale_window_start(2025) and sale_window_end(2025))
      select a.property_id, b.v1 from sold a join sold b on b.place = 6 - a.place where a.place in (1, 5)) o`,
    where:
      "t.synthetic and t.series = 'LT' and t.base_date = future_base_date() and t.property_id = o.property_id",
  });
  await writeRows(client, {
    action: 'update',
    table: 'component_year',
    fields: {},
    marks: {
      n_applied: `(select count(*) from property_value v where v.district_code = t.district_code and v.series = 'LT'
        and v.base_date = t.base_date and v.method = 'F' and v.factor_component = t.component_code and v.synthetic)`,
    },
    from: '(select) one',
    where:
      "t.synthetic and t.district_code = '005' and t.component_code = 'FCA' and t.base_date = future_base_date()",
  });
}
