// One component of 40,000 properties: the largest of its district takes those of others in, with their sales.
import type { Context } from '#server/context.ts';

const wanted = 40_000;

export interface WideComponent {
  readonly district: string;
  readonly component: string;
  /** The base year in force. */
  readonly lt: number;
  /** Its active properties. */
  readonly active: number;
}

export async function widenComponent({ database }: Context, district: string): Promise<WideComponent> {
  return database.owner(async (client) => {
    const { rows } = await client.query<{ component: string; zone: string; lt: number; rest: string[] }>(
      `with sized as (
         select k.code, k.zone_code, count(*) as n, sum(count(*)) over (order by count(*) desc, k.code) - count(*) as before
         from property p join component k on k.district_code = p.district_code and k.code = p.component_code and k.synthetic = p.synthetic
         where p.district_code = $1 and p.status = 'A' and not k.handcrafted and k.zone_code is not null
         group by 1, 2)
       select (array_agg(code order by before))[1] as component, (array_agg(zone_code order by before))[1] as zone,
         extract(year from lt_base_date())::integer as lt, (array_agg(code order by before))[2:] as rest
       from sized where before < $2`,
      [district, wanted],
    );
    const [largest] = rows;
    if (!largest) throw new Error(`District ${district} has no component.`);
    const { component, zone, lt, rest } = largest;
    const into = [district, component, zone, rest];
    await client.query(
      `update property set component_code = $2, zone_code = $3
       where district_code = $1 and component_code = any ($4::text[]) and benchmark_type is null`,
      into,
    );
    await client.query(
      `update analysis set component_code = $2, zone_code = $3
       where district_code = $1 and component_code = any ($4::text[])`,
      into,
    );
    await client.query(
      `update property_value set factor_component = $2
       where district_code = $1 and factor_component = any ($3::text[]) and base_date = future_base_date()`,
      [district, component, rest],
    );
    for (const table of ['property', 'analysis', 'property_value']) await client.query(`analyze ${table}`);
    const { rows: counted } = await client.query<{ n: number }>(
      `select count(*)::integer as n from property where district_code = $1 and component_code = $2 and status = 'A'`,
      [district, component],
    );
    return { district, component, lt, active: counted[0]?.n ?? 0 };
  });
}
