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
        from s28_group g left join lateral (select sum(value) as total, count(*) as n from s28_share where group_id = g.id) s on true
        where g.name in ('Wharf sheds', 'Station yard', 'Showground')`),
    ).toEqual([{ groups: 3, odd: 0 }]);
  });

  it('has a group for each exception of section 28, otherwise in order', async () => {
    const found = await ask(`
      select g.name, array_to_string(array_remove(array[
        case when g.value::bigint <> m.total then 'E1' end,
        case when l.n > 0 and round_land_value(l.total) <> g.value::bigint then 'E2' end,
        case when m.elsewhere then 'E3' end,
        case when m.by_factor then 'E4' end,
        case when m.zones > 1 then 'E5' end,
        case when l.n = 0 then 'E6' end,
        case when m.weightless then 'E7' end,
        case when m.gone then 'E8' end], null), ' ') as found
      from s28_group g,
      lateral (select coalesce(sum(v.land_value::bigint), 0) as total, bool_or(v.method = 'F') as by_factor,
          count(distinct p.zone_code) filter (where p.status = 'A') as zones, bool_or(coalesce(m.weight, 0) = 0) as weightless,
          bool_or(p.status <> 'A') as gone, bool_or(p.district_code <> g.district_code) as abroad,
          bool_or(exists (select from s28_member o join s28_group h on h.id = o.group_id
            where o.property_id = m.property_id and h.id <> g.id and h.base_date = g.base_date)) as elsewhere
        from s28_member m join property p on p.id = m.property_id
        left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = g.base_date
        where m.group_id = g.id) m,
      lateral (select count(*) as n, sum(value) as total from s28_line where group_id = g.id) l
      where g.name not in ('Wharf sheds', 'Station yard', 'Showground') order by g.name`);
    expect(found).toEqual([
      { name: 'Bowling club', found: 'E2' },
      { name: 'Brickworks', found: 'E5' },
      { name: 'Coal loader', found: 'E8' },
      { name: 'Dairy flats', found: 'E3' },
      { name: 'Old dairy', found: 'E3' },
      { name: 'Racecourse', found: 'E7' },
      { name: 'Saleyards', found: 'E6' },
      { name: 'Sawmill yards', found: 'E1' },
      { name: 'Silo siding', found: 'E4' },
    ]);
  });

  it('has indices of each region from two benchmarks on, and LGAs out of tranche with and without their own', async () => {
    expect(
      await ask(`select count(distinct region_id)::integer as regions, count(distinct crown_class)::integer as classes,
          count(distinct base_date)::integer as years,
          count(*) filter (where factor <> round(sum_new::bigint / sum_old::bigint::numeric, 3)
            or (factor is null) <> (n_benchmarks < 2) or factor not between 0.8 and 1.4)::integer as odd
        from regional_index`),
    ).toEqual([{ regions: 2, classes: 4, years: 2, odd: 0 }]);
    expect(
      await ask(
        `select count(*) filter (where y.in_tranche) > 0 as inside, count(*) filter (where y.in_tranche and i.custom_factor is not null)::integer as odd,
          count(*) filter (where not y.in_tranche and i.custom_factor is null) > 0 as follows,
          count(*) filter (where i.custom_factor is not null) > 0 as own, count(*) filter (where i.applied_on > $1::date)::integer as late
        from lga_index i join district_year y using (district_code, base_date, synthetic)`,
        [demoDay(demoNow)],
      ),
    ).toEqual([{ inside: true, odd: 0, follows: true, own: true, late: 0 }]);
    // Each run has the values that it wrote, as they stand.
    expect(
      await ask(`select count(distinct r.id) > 2 as some, count(*) filter (where b.refused is not null and b.refused !~ 'locked|rolled')::integer as odd,
          (select count(*) from index_run x where x.n <> (select count(*) from index_run_value k where k.run_id = x.id))::integer as differing
        from index_run r, index_back(array[r.id]) b`),
    ).toEqual([{ some: true, odd: 0, differing: 0 }]);
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
