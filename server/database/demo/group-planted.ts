import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A group of two properties that is in order but for one thing. */
interface Case {
  readonly name: string;
  readonly district: string;
  /** What the second member is beside the first, which is valued by hand. */
  readonly second?: 'factor' | 'other zone';
  /** Group value and sum of the lines against the values of the members. */
  readonly value?: number;
  readonly lines?: number | null;
  readonly weight?: 0;
  /** The same two members under a second name. */
  readonly again?: string;
  /** A third member outside the contract, known from its sale only, so without a value. */
  readonly outside?: true;
}

/** E1 to E8 of section 28, once each; the form refuses E3, which an older file may have left. */
const cases: readonly Case[] = [
  { name: 'Sawmill yards', district: '002', value: 1.1, lines: 1.1 },
  { name: 'Bowling club', district: '005', lines: 0.8 },
  { name: 'Dairy flats', district: '007', again: 'Old dairy' },
  { name: 'Silo siding', district: '012', second: 'factor' },
  { name: 'Brickworks', district: '511', second: 'other zone' },
  { name: 'Saleyards', district: '002', lines: null },
  { name: 'Racecourse', district: '005', weight: 0 },
  { name: 'Coal loader', district: '007', outside: true },
];

/** Plants what the exceptions of section 28 groups look for, of properties that are in no group. Answers how many groups. */
export async function plantGroupFindings(client: OwnerClient): Promise<number> {
  let groups = 0;
  for (const one of cases) {
    const pair = await freePair(client, one);
    if (pair === null) continue;
    for (const name of [one.name, ...(one.again ? [one.again] : [])]) {
      await plant(client, one, name, pair);
      groups++;
    }
  }
  return groups;
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly first_value: number;
  readonly second_value: number;
  readonly outside: number | null;
}

/** Two whose values under work come to a rounded sum, so that nothing is found of them but what is planted. */
async function freePair(client: OwnerClient, { district, second }: Case): Promise<Pair | null> {
  const { rows } = await client.query<Pair & Record<string, unknown>>(
    `with free as (
      select p.id, p.zone_code, v.land_value::bigint as value, v.method
      from property p join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
      where p.synthetic and p.district_code = $1 and p.status = 'A' and p.benchmark_type is null and v.land_value > 0
        and p.strata_plan is null and not exists (select from s28_member m where m.property_id = p.id))
    select a.id::bigint as first, b.id::bigint as second, a.value as first_value, b.value as second_value,
      (select min(x.id) from property x where x.synthetic and x.district_code = $1 and x.status = 'O'
        and x.zone_code = a.zone_code)::bigint as outside
    from (select * from free where method <> 'F' order by id) a
    cross join lateral (select b.id, b.value from free b
      where b.id <> a.id and (b.zone_code = a.zone_code) = ($2::text is distinct from 'other zone')
        and (b.method = 'F') = ($2::text is not distinct from 'factor')
        and round_land_value(a.value + b.value) = a.value + b.value
      order by b.id limit 1) b
    order by a.id limit 1`,
    [district, second ?? null],
  );
  return rows[0] ?? null;
}

async function plant(
  client: OwnerClient,
  { district, value = 1, lines = 1, weight, outside }: Case,
  name: string,
  pair: Pair,
): Promise<void> {
  const total = pair.first_value + pair.second_value;
  await writeRows(client, {
    action: 'insert',
    table: 's28_group',
    columns: {
      district_code: '$1::text',
      name: '$2::text',
      base_date: 'future_base_date()',
      value: 'round_land_value($3::bigint)',
      synthetic: 'true',
    },
    from: '(select) one',
    values: [district, name, Math.round(total * value)],
  });
  const group = 's28_group g where g.synthetic and g.name = $1 and g.base_date = future_base_date()';
  const members: readonly (readonly [number, number])[] = [
    [pair.first, pair.first_value],
    [pair.second, weight ?? pair.second_value],
    ...(outside && pair.outside !== null ? [[pair.outside, 1] as const] : []),
  ];
  for (const [property, share] of members)
    await writeRows(client, {
      action: 'insert',
      table: 's28_member',
      columns: { group_id: 'g.id', property_id: '$2::bigint', weight: '$3::numeric' },
      from: group,
      values: [name, property, share],
    });
  if (lines === null) return;
  await writeRows(client, {
    action: 'insert',
    table: 's28_line',
    columns: {
      group_id: 'g.id',
      seq: '1',
      description: "'The land as one'",
      qty: '1',
      unit: "'each'",
      rate: '$2::numeric',
    },
    from: group,
    values: [name, Math.round(total * lines)],
  });
}
