import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersOf } from '#server/database/demo/chapters.ts';
import { loadDemo, removeDemo } from '#server/database/demo/load.ts';
import { stateSize, usualSize } from '#server/database/demo/size.ts';
import { createTestDatabase, demoNow, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';
import { checksumsOf } from './checksums.ts';
import { demoClocks } from './demo-clocks.ts';

/** Everything that is made of a table: keys, checks, indexes and triggers, with whether they work. */
const structure = `
  select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as what from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  order by 1`;

const rowsOf = async (test: TestDatabase, text: string) =>
  (await test.database.owner((client) => client.query(text))).rows;

it('is loaded with indexes and keys set aside to the same rows, and they stand as before', async () => {
  const [usual, bulk] = [await createTestDatabase({ demo: true }), await createTestDatabase()];
  await loadDemo(bulk.database, () => {}, { ...usualSize, bulk: true }, demoNow);
  const sums = ({ url }: TestDatabase) => withClient(url, (client) => checksumsOf(client, demoClocks));
  expect(await sums(bulk)).toEqual(await sums(usual));
  expect(await rowsOf(bulk, structure)).toEqual(await rowsOf(usual, structure));
  await bulk.drop();
  await usual.drop();
});

describe('a state, in small', () => {
  // The largest of the others is four times its share; the chapters end after 004, 018 and 050.
  const size = {
    ...stateSize(['001', '004', '008', '010', '018', '042', '043', '050'], 27_000),
    chapter: 3_000,
  };
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await loadDemo(test.database, () => {}, size, demoNow);
  });
  afterAll(() => test.drop());

  const none = async (text: string) => expect(await rowsOf(test, text)).toEqual([]);

  it('is made in chapters that come to its size', () => {
    const chapters = chaptersOf(size);
    expect(chapters.map(({ shapes }) => shapes.map(({ code }) => code).join(' '))).toEqual([
      '001 002 005 007 012 511',
      '004 008 010',
      '018 042 043 050',
    ]);
    const sum = (of: 'properties' | 'sales' | 'analyses') =>
      chapters.reduce((all, chapter) => all + chapter.size[of], 0);
    expect([sum('properties'), sum('sales'), sum('analyses')]).toEqual([27_000, 13_000, 600]);
  });

  it('has its size, in every district, at six base dates', async () => {
    expect(
      await rowsOf(
        test,
        `select (select count(*)::integer from property) as properties, (select count(*)::integer from sale) as sales,
          (select count(distinct district_code)::integer from property) as districts,
          (select count(distinct base_date)::integer from property_value) as dates`,
      ),
    ).toEqual([{ properties: 27_000, sales: 13_000, districts: 13, dates: 6 }]);
    await none(`select code from (values ('004'), ('008'), ('010'), ('018'), ('042'), ('043'), ('050')) d (code) where
      not exists (select from property p join property_value v on v.property_id = p.id
        join sale s on s.property_id = p.id join parcel_shape h on h.property_id = p.id where p.district_code = d.code)
      or not exists (select from district_year y where y.district_code = d.code)
      or not exists (select from verification y where y.district_code = d.code)
      or not exists (select from supp y join check_result r on r.item_id = y.id where y.district_code = d.code)
      or not exists (select from factor_run y where y.district_code = d.code)
      or not exists (select from region_district y where y.district_code = d.code)`);
    await none('select from property where not synthetic');
  });

  it('keeps of each property what its triggers keep', async () => {
    await none(`
      (select property_id, land_value_lt::bigint, land_value_future::bigint, land_value_lg::bigint, value_method, factor_applied,
        district_code::text, synthetic from property_in_force)
      except select * from values_in_force(array(select id from property))`);
    await none(`select * from values_in_force(array(select id from property)) v
      where not exists (select from property_in_force k where k.property_id = v.property_id)`);
    await none(`
      select property_id from property_last_sale k where k.sale_id is distinct from (
        select s.id from sale s where s.property_id = k.property_id and s.status = 'A'
        order by s.contract_date desc nulls last, s.id desc limit 1)`);
    await none('select property_id from sale except select property_id from property_last_sale');
  });

  it('agrees with itself', async () => {
    // No dealing of one chapter is one of another.
    await none(`select dealing_number from sale group by 1
      having count(distinct (purchase_price::bigint, settlement_date)) > 1 or count(*) <> max(dealing_size)`);
    await none(`select from sale where sale_counter <> id`);
    // In these two a value was typed over, which reports look for.
    await none(`
      select r.id from factor_run r join property_value v on v.district_code = r.district_code and v.base_date = r.base_date
        and v.series = 'LT' and v.factor_component = r.component_code and v.method = 'F'
      where r.district_code not in ('007', '012')
      group by r.id having count(*) <> r.n or sum(v.land_value::bigint) <> r.sum_after::bigint`);
    await none(`
      select y.id from benchmark_year y join property_value v on v.property_id = y.property_id and v.series = 'LT'
        and v.base_date = y.base_date and v.land_value::bigint <> y.lv_new::bigint and y.base_date < future_base_date()`);
    await none(`select id from analysis where circumstances_adjustment::bigint
      <> purchase_price::bigint - added_value::bigint - analysed_lv::bigint`);
  });

  it('goes with one command', async () => {
    await removeDemo(test.database);
    expect(
      await rowsOf(
        test,
        `select (select count(*)::integer from property) as properties, (select count(*)::integer from sale) as sales,
          (select count(*)::integer from property_in_force) as kept, (select count(*)::integer from contract_region) as regions`,
      ),
    ).toEqual([{ properties: 0, sales: 0, kept: 0, regions: 0 }]);
  });
});
