import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ demo: true });
});
afterAll(() => test.drop());

const rows = async (text: string, scope = everybody) =>
  (await test.database.read(scope, {}, (client) => client.query(text))).rows;

describe('the years of a district', () => {
  it('say who closed one and when, and nothing of one that is open', async () => {
    expect(
      await rows(`select district_closed('511', '2026-07-01') as locked, district_closed('001', '2025-07-01') as rolled,
        district_closed('001', '2026-07-01') as open, district_closed('511', '2026-07-01', false) as real,
        district_closed('999', '2026-07-01') as unknown`),
    ).toEqual([
      {
        locked: 'Values of district 511 at 1-Jul-2026 are locked by Nerida Hallowby since 16-Nov-2026.',
        rolled: 'Values of district 001 at 1-Jul-2025 are rolled over by Nerida Hallowby since 11-Mar-2026.',
        open: null,
        real: null,
        unknown: null,
      },
    ]);
  });

  it('are there for each base date, open or closed with the day', async () => {
    expect(
      await rows(`select base_date::text, count(*) as n, string_agg(distinct state, ' ' order by state) as states,
        bool_or(general_valuation) as general from district_year group by 1 order by 1`),
    ).toEqual([
      { base_date: '2021-07-01', n: 6, states: 'ROLLED', general: false },
      { base_date: '2022-07-01', n: 6, states: 'ROLLED', general: true },
      { base_date: '2023-07-01', n: 6, states: 'ROLLED', general: false },
      { base_date: '2024-07-01', n: 6, states: 'ROLLED', general: false },
      { base_date: '2025-07-01', n: 6, states: 'ROLLED', general: true },
      { base_date: '2026-07-01', n: 6, states: 'LOCKED OPEN', general: false },
    ]);
  });

  it('are seen by who sees the district', async () => {
    expect(
      await rows('select distinct district_code::text as code from district_year', {
        ...everybody,
        districts: ['002'],
      }),
    ).toEqual([{ code: '002' }]);
  });
});

describe('the years of a component', () => {
  it('hold the factor that its values were made with, and how many', async () => {
    expect(
      await rows(`select count(*) as wrong from component_year y
        where n_applied <> (select count(*) from property_value v where v.district_code = y.district_code
          and v.series = 'LT' and v.base_date = y.base_date and v.method = 'F' and v.factor_component = y.component_code
          and v.factor_applied = y.factor and v.synthetic = y.synthetic)`),
    ).toEqual([{ wrong: 0 }]);
    expect(
      await rows(`select count(*) filter (where not exists (select from component_year y where y.district_code = c.district_code
          and y.component_code = c.code and y.base_date = '2026-07-01')) as without,
        (select count(*) from component_year where trend <> trend_band(factor - 1)) as misjudged from component c`),
      // A Crown component lacks its report.
    ).toEqual([{ without: 1, misjudged: 0 }]);
  });

  it('follow the component when it is renamed, and go with it', async () => {
    const left = await test.database.owner(async (client) => {
      await client.query('begin');
      await client.query(
        "update component set code = 'ZZZ' where district_code = '002' and code = (select min(code) from component where district_code = '002')",
      );
      const renamed = await client.query(
        "select count(*) as n from component_year where district_code = '002' and component_code = 'ZZZ'",
      );
      await client.query("delete from component where code = 'ZZZ'");
      const gone = await client.query(
        "select count(*) as n from component_year where component_code = 'ZZZ'",
      );
      await client.query('rollback');
      return [renamed.rows[0]?.n, gone.rows[0]?.n];
    });
    expect(left).toEqual([5, 0]);
  });
});

describe('the benchmarks of a year', () => {
  it('are the benchmark properties with the value before and the new one', async () => {
    expect(
      await rows(`select count(*) filter (where b.benchmark_type is distinct from p.benchmark_type) as wrong_type,
        count(*) filter (where b.lv_old <> v0.land_value or b.lv_new <> v1.land_value) as wrong_value,
        (select count(*) from property q where q.benchmark_type is not null and not exists (select from benchmark_year x
          where x.property_id = q.id and x.base_date = '2026-07-01')) as missing
        from benchmark_year b join property p on p.id = b.property_id
        join property_value v0 on v0.property_id = b.property_id and v0.series = 'LT'
          and v0.base_date = b.base_date - interval '1 year'
        join property_value v1 on v1.property_id = b.property_id and v1.series = 'LT' and v1.base_date = b.base_date`),
    ).toEqual([{ wrong_type: 0, wrong_value: 0, missing: 0 }]);
  });
});
