import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';

/** What is kept and what the values say, where these differ. */
const stale = `
  select k.property_id as kept, v.property_id as told from property_in_force k
  full join (select property_id,
      max(land_value::bigint) filter (where series = 'LT' and base_date = lt_base_date()) as lt,
      max(land_value::bigint) filter (where series = 'LT' and base_date = future_base_date()) as future,
      max(land_value::bigint) filter (where series = 'LG' and base_date = lt_base_date()) as lg,
      max(method) filter (where series = 'LT' and base_date = future_base_date()) as method,
      max(factor_applied) filter (where series = 'LT' and base_date = future_base_date()) as factor,
      min(district_code::text) as district
    from property_value where base_date in (lt_base_date(), future_base_date()) group by 1) v on v.property_id = k.property_id
  where (k.land_value_lt::bigint, k.land_value_future::bigint, k.land_value_lg::bigint, k.value_method, k.factor_applied,
    k.district_code::text) is distinct from (v.lt, v.future, v.lg, v.method, v.factor, v.district)`;

describe('the values in force beside a property', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await ask(`update sysparam set value = '2025-07-01' where name = 'CURRBASE'`);
    await ask(
      `insert into property (id, district_code, area) select n, '001', 500 from generate_series(1, 60) n`,
    );
  });
  afterAll(() => test.drop());

  const ask = (text: string) => test.database.owner((client) => client.query(text));
  const kept = async (property: number) =>
    (
      await ask(`select land_value_lt::float8 as v0, land_value_future::float8 as v1, change_pct::float8 as change,
        value_method as method from property_in_force where property_id = ${property}`)
    ).rows[0];

  it('follows a new value, a change, another base date of it, and a removal', async () => {
    await ask(
      `insert into property_value (property_id, base_date, land_value) values (1, '2025-07-01', 200000), (1, '2024-07-01', 1)`,
    );
    expect(await kept(1)).toEqual({ v0: 200_000, v1: null, change: null, method: null });
    await ask(
      `insert into property_value (property_id, base_date, land_value, method) values (1, '2026-07-01', 210000, 'F')`,
    );
    expect(await kept(1)).toEqual({ v0: 200_000, v1: 210_000, change: 5, method: 'F' });
    await ask(
      `update property_value set land_value = 220000 where property_id = 1 and base_date = '2026-07-01'`,
    );
    expect((await kept(1))?.change).toBe(10);
    await ask(
      `update property_value set base_date = '2020-07-01' where property_id = 1 and base_date = '2025-07-01'`,
    );
    expect(await kept(1)).toMatchObject({ v0: null, v1: 220_000, change: null });
    await ask(`delete from property_value where property_id = 1`);
    expect(await kept(1)).toBeUndefined();
    expect((await ask(stale)).rows).toEqual([]);
  });

  it('follows whole sets, a property that moves to another district, and one that goes', async () => {
    await ask(`insert into property_value (property_id, base_date, series, land_value)
      select 10 + n % 40, date '2024-07-01' + ((n / 40) % 3 || ' years')::interval, case when n >= 120 then 'LG' else 'LT' end, 1000 * n
      from generate_series(0, 239) n`);
    expect((await ask('select count(*)::integer as n from property_in_force')).rows).toEqual([{ n: 40 }]);
    expect((await ask(stale)).rows).toEqual([]);
    await ask('update property_value set land_value = land_value * 1.1 where property_id % 2 = 0');
    expect((await ask(stale)).rows).toEqual([]);
    await ask(`update property set district_code = '002' where id = 12`);
    await ask('delete from property where id = 13');
    await ask(`delete from property_value where property_id % 3 = 0 and base_date = '2026-07-01'`);
    expect((await ask(stale)).rows).toEqual([]);
    expect((await kept(12))?.v0).toBeGreaterThan(0);
    expect(await kept(13)).toBeUndefined();
  });

  it('follows the base date in force', async () => {
    const before = await kept(14);
    await ask(`update sysparam set value = '2024-07-01' where name = 'CURRBASE'`);
    expect((await ask(stale)).rows).toEqual([]);
    expect((await kept(14))?.v1).toBe(before?.v0);
    await ask(`update sysparam set value = '2025-07-01' where name = 'CURRBASE'`);
    expect((await ask(stale)).rows).toEqual([]);
    expect(await kept(14)).toEqual(before);
  });

  it('is true whichever of two transactions on one property ends first', async () => {
    await ask(
      `insert into property_value (property_id, base_date, land_value) values (5, '2025-07-01', 100)`,
    );
    for (const [mine, theirs] of [
      [
        `update property_value set land_value = 110 where property_id = 5 and base_date = '2025-07-01'`,
        `insert into property_value (property_id, base_date, land_value) values (5, '2026-07-01', 120)`,
      ],
      [
        `insert into property_value (property_id, base_date, land_value) values (6, '2025-07-01', 1)`,
        `insert into property_value (property_id, base_date, land_value) values (6, '2026-07-01', 2)`,
      ],
      [
        `delete from property_value where property_id = 6 and base_date = '2025-07-01'`,
        `update property_value set land_value = 3 where property_id = 6 and base_date = '2026-07-01'`,
      ],
    ] as const)
      await withClient(test.url, async (one) => {
        await withClient(test.url, async (two) => {
          await one.query('begin');
          await two.query('begin');
          await one.query(mine);
          const waiting = two.query(theirs);
          await one.query('commit');
          await waiting;
          await two.query('commit');
        });
        expect((await ask(stale)).rows).toEqual([]);
      });
    expect(await kept(6)).toMatchObject({ v0: null, v1: 3 });
  });
});
