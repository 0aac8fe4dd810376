import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';

/** What is kept and what the sales say, where these differ. */
const stale = `
  select k.property_id, k.sale_id as kept, l.id as last from property_last_sale k
  full join (select distinct on (property_id) property_id, id, contract_date, purchase_price, district_code, synthetic from sale
    where property_id is not null and status = 'A' order by property_id, contract_date desc nulls last, id desc) l
    on l.property_id = k.property_id
  where (k.sale_id, k.contract_date, k.purchase_price) is distinct from (l.id, l.contract_date, l.purchase_price::bigint)
    or (l.id is not null and (k.district_code, k.synthetic) is distinct from (l.district_code, l.synthetic))`;

describe('the last sale beside a property', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const ask = (text: string) => test.database.owner((client) => client.query(text));
  const kept = async (property: number) =>
    (
      await ask(`select sale_id, contract_date::text as on, purchase_price as price from property_last_sale
      where property_id = ${property}`)
    ).rows[0];
  const sell = async (property: number, day: string, price: number) => {
    const { rows } = await test.database.owner((client) =>
      client.query<{ id: number }>(
        `insert into sale (property_id, district_code, contract_date, purchase_price, dealing_number)
         values (${property}, '001', '${day}', ${price}, 'D${property}${day}') returning id`,
      ),
    );
    return rows[0]?.id ?? 0;
  };

  it('follows a new sale, a change of any of its facts, a move to another property and a removal', async () => {
    const first = await sell(1, '2024-01-01', 100);
    const second = await sell(1, '2025-01-01', 200);
    expect(await kept(1)).toEqual({ sale_id: second, on: '2025-01-01', price: 200 });
    await sell(1, '2023-01-01', 50);
    expect((await kept(1))?.sale_id).toBe(second);
    await ask(`update sale set contract_date = '2022-01-01' where id = ${second}`);
    expect(await kept(1)).toEqual({ sale_id: first, on: '2024-01-01', price: 100 });
    await ask(`update sale set purchase_price = 150 where id = ${first}`);
    expect((await kept(1))?.price).toBe(150);
    await ask(`update sale set property_id = 2 where id = ${first}`);
    expect([(await kept(1))?.price, (await kept(2))?.sale_id]).toEqual([50, first]);
    await ask(`update sale set status = 'X' where id = ${first}`);
    expect((await kept(2))?.sale_id ?? null).toBeNull();
    await ask('delete from sale where property_id = 1');
    expect((await kept(1))?.sale_id ?? null).toBeNull();
    expect((await ask(stale)).rows).toEqual([]);
  });

  it('follows whole sets: inserted, changed and removed by one statement', async () => {
    await ask(`insert into sale (property_id, district_code, contract_date, purchase_price, dealing_number)
      select 100 + n % 40, '001', date '2020-01-01' + (n * 37) % 900, n, 'S' || n from generate_series(1, 400) n`);
    expect((await ask(stale)).rows).toEqual([]);
    await ask(`update sale set contract_date = contract_date - (id % 700)::integer, property_id = property_id + (id % 3)::integer
      where property_id >= 100`);
    expect((await ask(stale)).rows).toEqual([]);
    await ask('delete from sale where property_id >= 100 and id % 3 = 0');
    expect((await ask(stale)).rows).toEqual([]);
  });

  it('is true whichever of two transactions on one property ends first', async () => {
    const early = await sell(500, '2020-01-01', 1);
    await sell(500, '2021-01-01', 2);
    for (const [mine, theirs] of [
      [
        `update sale set contract_date = '2026-01-01' where id = ${early}`,
        `insert into sale (property_id, district_code,
        contract_date, purchase_price, dealing_number) values (500, '001', '2026-02-01', 3, 'C1')`,
      ],
      [
        `update sale set status = 'X' where dealing_number = 'C1'`,
        `update sale set contract_date = '2019-01-01' where id = ${early}`,
      ],
      [
        `delete from sale where dealing_number = 'C1'`,
        `insert into sale (property_id, district_code, contract_date, purchase_price,
        dealing_number) values (500, '001', '2018-01-01', 4, 'C2')`,
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
  });
});
