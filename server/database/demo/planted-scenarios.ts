import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** Two scenarios of the first district: its factors as they are, and those of a market that rises by two per cent more. */
export async function plantScenarios(
  client: OwnerClient,
  today: string,
): Promise<{ factor_scenario: number }> {
  const scenarios = await writeRows(client, {
    action: 'insert',
    table: 'factor_scenario',
    columns: {
      district_code: "'001'",
      base_date: 'future_base_date()',
      name: 's.name',
      comment: 's.comment',
      synthetic: 'true',
      created_at: 's.at',
      created_by: '(select min(id) from app_user where valuer and synthetic)',
    },
    from: `(
      select v.name, v.comment, (future_base_date() + v.days + time '10:00') at time zone 'UTC' as at
      from (values ('As applied', 'The factors of the first run', 60), ('Spring market', 'If spring sales settle 2 % higher', 90)) v (name, comment, days)) s
      where s.at < $1::date and exists (select from component_year y where y.district_code = '001' and y.synthetic)`,
    values: [today],
  });
  await writeRows(client, {
    action: 'insert',
    table: 'factor_scenario_line',
    columns: {
      scenario_id: 's.id',
      posn: 'row_number() over (partition by s.id order by y.component_code)',
      component_code: 'y.component_code',
      factor: "case s.name when 'As applied' then y.factor else round(y.factor * 1.02, 4) end",
    },
    from: `factor_scenario s join component_year y on y.district_code = s.district_code and y.base_date = s.base_date and y.synthetic
      join component c on c.district_code = y.district_code and c.code = y.component_code and c.synthetic
      where s.synthetic and y.factor is not null and c.active and c.handcrafted is not true and y.component_code < 'AAG'`,
  });
  return { factor_scenario: scenarios };
}
