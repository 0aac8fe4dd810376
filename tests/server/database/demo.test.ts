import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDay } from '#server/database/demo/dates.ts';
import { generateDemo } from '#server/database/demo/generate.ts';
import { loadDemo, removeDemo } from '#server/database/demo/load.ts';
import type { DemoRows } from '#server/database/demo/rows.ts';
import { usualSize } from '#server/database/demo/size.ts';
import { createTestDatabase, demoNow, everybody, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';
import { checksumsOf } from './checksums.ts';
import { demoClocks } from './demo-clocks.ts';

describe('the demo data', () => {
  let demo: DemoRows;
  let test: TestDatabase;

  beforeAll(async () => {
    demo = generateDemo(usualSize, demoDay(demoNow));
    test = await createTestDatabase({ demo: true });
  });
  afterAll(() => test.drop());

  const one = async (text: string) => {
    const { rows } = await test.database.read(everybody, {}, (client) => client.query(text));
    return rows[0];
  };

  it('has its size: 20,000 properties with six base dates in two series, 12,000 sales, 2,505 analyses', async () => {
    // Five of land that is rarely sold besides.
    expect([demo.properties.length, demo.sales.length, demo.analyses.length]).toEqual([
      20_000, 12_000, 2_505,
    ]);
    expect(
      await one(`select count(distinct base_date) as dates, count(distinct series) as series, min(base_date) as first,
        max(base_date) as last, count(*) filter (where not synthetic) as unmarked from property_value`),
    ).toEqual({ dates: 6, series: 2, first: '2021-07-01', last: '2026-07-01', unmarked: 0 });
    expect(
      await one(
        `select count(*) as n from (select property_id from property_value group by 1 having count(*) <> 12) x`,
      ),
      // Planted: one property that has no value of the year after, and a new one that has no other.
    ).toEqual({ n: 2 });
  });

  it('is made the same every time', () => {
    const again = generateDemo(usualSize, demoDay(demoNow));
    expect(again.properties.at(-1)).toEqual(demo.properties.at(-1));
    expect(JSON.stringify(again.sales)).toBe(JSON.stringify(demo.sales));
    expect(JSON.stringify(again.analyses)).toBe(JSON.stringify(demo.analyses));
  });

  it('lies outside the real PIDs, within ten digits, and in six districts', () => {
    for (const { id } of demo.properties) expect(id > 9_000_000_000 && id < 10_000_000_000).toBe(true);
    expect(new Set(demo.properties.map((row) => row.id)).size).toBe(20_000);
    expect([...new Set(demo.properties.map((row) => row.district_code))]).toEqual([
      '001',
      '002',
      '005',
      '007',
      '012',
      '511',
    ]);
  });

  it('gives every component one zone and one primary benchmark', async () => {
    expect(
      await one(`select count(*) as n from component c where 1 <> (select count(*) from property p
        where p.district_code = c.district_code and p.component_code = c.code and p.benchmark_type = 'P')`),
      // Planted: two without, one with two, and one that is not in use.
    ).toEqual({ n: 4 });
    expect(
      await one(`select count(*) as n from property p join component c using (district_code, synthetic)
        where c.code = p.component_code and c.zone_code <> p.zone_code`),
      // Planted: one that was rezoned, one whose zone has ended, and one under an old name.
    ).toEqual({ n: 3 });
    const sizes = new Map<string, number>();
    for (const row of demo.components) sizes.set(row.district_code, (sizes.get(row.district_code) ?? 0) + 1);
    for (const size of sizes.values()) expect(size >= 20 && size <= 60).toBe(true);
  });

  it('holds what reports look for: resales, part interests, shared dealings, odd prices, land above price', async () => {
    const found = await one(`select
      (select count(*) from (select property_id from sale where interest_pct is null and not multi_property
        group by 1 having count(*) > 1) x) as resold,
      count(*) filter (where interest_pct is not null) as part,
      count(*) filter (where multi_property) as shared,
      count(*) filter (where purchase_price < 1000) as nominal,
      count(*) filter (where settlement_date < contract_date) as early,
      count(*) filter (where not confirmed) as unconfirmed,
      count(*) filter (where land_value_lt > purchase_price and contract_date >= '2025-01-01') as above
      from sale_record`);
    for (const [name, count] of Object.entries(found ?? {}))
      expect({ name, enough: Number(count) >= 3 }).toEqual({ name, enough: true });
    expect(
      await one(`select count(*) as n from (select dealing_number from sale group by 1
        having count(*) <> max(dealing_size) or count(distinct purchase_price) > 1) x`),
    ).toEqual({ n: 0 });
  });

  it('has lots of its town centres in every district, over some of which strata of another property lie', async () => {
    expect(
      await one(`select count(distinct district_code) as districts, count(*) filter (where stratum) as strata,
        count(distinct stratum_level) as levels, count(*) filter (where not stratum) > 500 as many,
        count(*) filter (where not synthetic) as unmarked from lot_shape`),
    ).toEqual({ districts: 6, strata: 54, levels: 3, many: true, unmarked: 0 });
    expect(
      await one(`select count(*) as n from lot_shape s where s.stratum and not exists (select from lot_shape g
        where not g.stratum and g.bounds @> s.bounds and g.district_code = s.district_code and g.property_id <> s.property_id)`),
    ).toEqual({ n: 0 });
  });

  it('has plausible ratios, and some zones that fail the audit', async () => {
    const { rows } = await test.database.read(everybody, {}, (client) =>
      client.query<{ cod: number; mvp: number }>(`
        with m as (select district_code, zone_code, percentile_cont(0.5) within group (order by ratio_future) as median
          from analysis_record where suitability <> 'NO' group by 1, 2)
        select 100 * avg(abs(ratio_future - median)) / max(median) as cod, 100 * avg(ratio_future) as mvp
        from analysis_record join m using (district_code, zone_code) where suitability <> 'NO'
        group by district_code, zone_code having count(*) >= 20`),
    );
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.filter((row) => row.cod > 15).length).toBeGreaterThanOrEqual(1);
    expect(rows.filter((row) => row.cod > 4 && row.cod < 15).length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.mvp > 90 && row.mvp < 100).length).toBeGreaterThan(10);
  });

  it('has analyses that calculating anew does not change', async () => {
    expect(
      await one(`select count(*) filter (where x.found ->> 'alv_lt' is null) as without, count(*) as n,
          count(*) filter (where (to_jsonb(a) || x.found) <> to_jsonb(a)) as changed
        from analysis a cross join lateral analysis_values(analysis_whole(a.id) || '{"area": -1}', analysis_whole(a.id)) x (found)`),
    ).toEqual({ without: 0, n: 2_505, changed: 0 });
  });

  it('has exportable analyses that hold what an export needs', async () => {
    const { rows } = await test.database.owner((client) =>
      client.query(`select count(*) > 50 as many, count(*) filter (where exists (
          select from analysis_rules(null, to_jsonb(a))))::integer as lacking
        from analysis a where synthetic and state = 'EXPORTABLE'`),
    );
    expect(rows).toEqual([{ many: true, lacking: 0 }]);
  });

  it('goes with one command, leaves what is real, and loads again to the same rows', async () => {
    const own = await createTestDatabase();
    await loadDemo(own.database, () => {}, usualSize, demoNow);
    await expect(loadDemo(own.database, () => {})).rejects.toThrow('loaded already');
    const rowsOf = (url: string) => withClient(url, (client) => checksumsOf(client, demoClocks));
    expect(await rowsOf(own.url)).toEqual(await rowsOf(test.url));
    await own.database.owner((client) =>
      client.query("insert into property (id, district_code) values (77, '001')"),
    );
    await removeDemo(own.database);
    const left = await own.database.owner(
      async (client) =>
        (
          await client.query(`select (select count(*) from property) as properties, (select count(*) from sale) as sales,
            (select count(*) from app_user where synthetic) as users, (select count(*) from contract_region) as regions`)
        ).rows,
    );
    expect(left).toEqual([{ properties: 1, sales: 0, users: 0, regions: 0 }]);
    await own.drop();
  });
});
