import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDay } from '#server/database/demo/dates.ts';
import { createTestDatabase, demoNow, everybody, type TestDatabase } from '#tests/support/database.ts';

describe('verifications, objections and changes of areas in the demo', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ demo: true });
  });
  afterAll(() => test.drop());
  const ask = async (text: string, values: readonly unknown[] = []) =>
    (await test.database.read(everybody, {}, (client) => client.query(text, values))).rows;

  it('verifies what the values say, in each of six years', async () => {
    expect(
      await ask(`select count(*)::integer as differing from property_value v
        full join (select distinct on (property_id, base_date) * from verification order by property_id, base_date,
          verified_on desc, id desc) l using (property_id, base_date)
        where coalesce(v.series, 'LT') = 'LT' and (v.verified_on, v.verification_type, v.verified_by)
          is distinct from (l.verified_on, l.verification_type, l.verified_by)`),
    ).toEqual([{ differing: 0 }]);
    const years = await ask(
      'select extract(year from base_date)::integer as year from verification group by 1 having count(*) > 300 order by 1',
    );
    expect(years.map(({ year }) => year)).toEqual([2021, 2022, 2023, 2024, 2025, 2026]);
  });

  it('has objections of every outcome over four years; what was allowed lowered the value', async () => {
    const outcomes = await ask('select outcome from objection group by 1 having count(*) >= 3 order by 1');
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'ALLOWED',
      'DISALLOWED',
      'OPEN',
      'PARTLY',
      'WITHDRAWN',
    ]);
    expect(
      await ask(`select count(distinct base_date)::integer as years,
          count(*) filter (where outcome in ('ALLOWED', 'PARTLY') and not (lv_after < lv_before))::integer as raised,
          count(*) filter (where appeal)::integer > 0 as appealed, count(*) between 100 and 1000 as some
        from objection`),
    ).toEqual([{ years: 4, raised: 0, appealed: true, some: true }]);
  });

  it('has changes of areas since the base date in force, of areas and of units, each with a reason', async () => {
    expect(
      await ask(`select count(*) between 20 and 500 as some, count(*) filter (where old_unit <> new_unit) > 0 as units,
          count(*) filter (where reason is null or changed_at < lt_base_date())::integer as odd from area_change`),
    ).toEqual([{ some: true, units: true, odd: 0 }]);
  });

  it('has the factors of the year under work, each with the values that it wrote', async () => {
    expect(
      await ask(`select count(*) > 5 as some, count(*) filter (where k.n <> r.n)::integer as differing
        from factor_run r left join lateral (select count(*) as n from factor_run_value v where v.run_id = r.id) k on true`),
    ).toEqual([{ some: true, differing: 0 }]);
  });

  it('has section 28 groups whose shares come to their value', async () => {
    expect(
      await ask(`select count(*)::integer as groups, count(*) filter (where s.total <> g.value::bigint or s.n <> 3)::integer as odd
        from s28_group g left join lateral (select sum(value) as total, count(*) as n from s28_share where group_id = g.id) s on true`),
    ).toEqual([{ groups: 3, odd: 0 }]);
  });

  it('knows nothing of later days', async () => {
    expect(
      await ask(
        `select (select count(*) from verification where verified_on > $1::date) + (select count(*) from area_change
           where changed_at > $1::date + 1) + (select count(*) from objection
           where greatest(lodged_on, decided_on) > $1::date) as late`,
        [demoDay(demoNow)],
      ),
    ).toEqual([{ late: 0 }]);
  });
});
