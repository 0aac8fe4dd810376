import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A property of each district by its place among those that nothing else is told of, from the last PID on. */
const plain = `(select p.id, p.district_code, row_number() over (partition by p.district_code order by p.id desc) as place
  from property p join component c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic
  where p.synthetic and p.status = 'A' and p.strata_plan is null and p.benchmark_type is null and not p.handcrafted and not p.crown
    and not p.heritage and c.active and p.zone_code = c.zone_code and p.benchmark_property_type = c.property_type
    and not exists (select from sale s where s.property_id = p.id)
    and not exists (select from supp s where s.property_id = p.id)
    and not exists (select from objection o where o.property_id = p.id)
    and not exists (select from verification v where v.property_id = p.id)
    and not exists (select from worksheet w where w.property_id = p.id)
    and not exists (select from s28_member m where m.property_id = p.id)) l`;

/**
 * What reports of levels and changes look for, of rows that are loaded: values that are not what their factor makes, a
 * property without a value at either date, one without a zone and one without a type, and reasons of values set by hand.
 */
export async function plantChanges(client: OwnerClient): Promise<void> {
  // Typed over: one within 5 % of what the factor makes, one beyond.
  await writeRows(client, {
    action: 'update',
    table: 'property_value',
    fields: {},
    marks: {
      land_value: `round_land_value(t.land_value::bigint * case l.place when 31 then 1.03 else 1.08 end)`,
    },
    from: plain,
    where: `t.property_id = l.id and t.series = 'LT' and t.base_date = future_base_date() and t.method = 'F'
      and (l.district_code, l.place) in (('012', 31), ('007', 32))`,
  });
  // Of both series, which agree at a general valuation.
  await writeRows(client, {
    action: 'delete',
    table: 'property_value',
    using: plain,
    where: `t.property_id = l.id and ((l.district_code, l.place) = ('012', 33) and t.base_date <= lt_base_date()
        or (l.district_code, l.place) = ('012', 34) and t.base_date = future_base_date())`,
  });
  // The years of their components count the values that are left.
  await writeRows(client, {
    action: 'update',
    table: 'component_year',
    fields: {},
    marks: {
      n_applied: `(select count(*) from property_value v where v.district_code = t.district_code and v.series = 'LT'
        and v.base_date = t.base_date and v.method = 'F' and v.factor_component = t.component_code
        and v.factor_applied = t.factor and v.synthetic)`,
    },
    from: `(select distinct p.district_code, p.component_code from ${plain} join property p on p.id = l.id
      where l.district_code = '012' and l.place in (33, 34)) c`,
    where: 't.synthetic and t.district_code = c.district_code and t.component_code = c.component_code',
  });
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: {},
    marks: {
      zone_code: 'case l.place when 35 then null else t.zone_code end',
      benchmark_property_type: 'case l.place when 36 then null else t.benchmark_property_type end',
    },
    from: plain,
    where: "t.id = l.id and l.district_code = '012' and l.place in (35, 36)",
  });
  // Two of three say why they are valued by hand.
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: {},
    marks: {
      values_rationale: `rich_text_of((array['Flood prone below the road; sales of such lots are a fifth lower.',
        'Easement for a main across the building area.', 'Corner lot with two frontages, as its neighbours that sold.'])[1 + t.id % 3])`,
    },
    from: '(select) one',
    where:
      "t.synthetic and t.status = 'A' and t.handcrafted and t.benchmark_type is null and (t.id / 3) % 3 > 0",
  });
}
