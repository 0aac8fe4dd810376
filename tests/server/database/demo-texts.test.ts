import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';

describe('texts, results of the audit and imported values in the demo', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ demo: true });
  });
  afterAll(() => test.drop());
  const ask = async (text: string) =>
    (await test.database.read(everybody, {}, (client) => client.query(text))).rows;

  it('has a final report of each district that is done for the year in force and begun for the next', async () => {
    expect(
      await ask(`select base_date = lt_base_date() as in_force, array_agg(distinct status order by status) as states,
          count(distinct district_code)::integer as districts, count(distinct carried_from)::integer as carried
        from report_text where report = 'distfinal' and section in ('ISSUES', 'MARKET') and text is not null
        group by 1 order by 1 desc`),
    ).toEqual([
      { in_force: true, states: ['DONE'], districts: 6, carried: 0 },
      { in_force: false, states: ['DRAFT', 'REVIEW'], districts: 6, carried: 1 },
    ]);
    expect(
      await ask(`select count(*)::integer as wrong from report_text t, report_text_rules(null, to_jsonb(t))`),
    ).toEqual([{ wrong: 0 }]);
  });

  it('says of each type with five properties how its values moved, as they did', async () => {
    expect(
      await ask(`with moved as (
          select p.district_code, p.benchmark_property_type as type,
            round(abs(sum(v.land_value::bigint)::numeric / sum(b.land_value::bigint) - 1) * 100, 1) as pct
          from property p join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = lt_base_date()
          join property_value b on b.property_id = p.id and b.series = 'LT'
            and b.base_date = lt_base_date() - interval '1 year'
          where p.status = 'A' and v.land_value > 0 and b.land_value > 0 group by 1, 2 having count(*) >= 5)
        select count(*)::integer > 12 as some,
          count(*) filter (where rich_text_plain(t.text) like '%by ' || m.pct || ' \\%. A typical land value %')::integer = count(*)::integer as told
        from moved m left join report_text t on t.report = 'mediarel' and t.district_code = m.district_code and t.part = m.type`),
    ).toEqual([{ some: true, told: true }]);
  });

  it('has measured zones of the year in force as a second computation does', async () => {
    // MVP: the mean of value over adjusted land value of the analysed sales in standard, per cent.
    expect(
      await ask(`with judged as (
          select r.district_code, r.zone_code, round((100 * avg(r.r0))::numeric, 4) as mvp
          from ratio_sample(extract(year from lt_base_date())::integer) r
          where r.in_standard and r.r0 is not null group by 1, 2 having count(*) >= 5)
        select count(*)::integer > 5 as some, count(*) filter (where j.mvp is distinct from r.measured)::integer as differing,
          count(*) filter (where r.failed <> (r.measured not between 90 and 100))::integer as misjudged
        from audit_result r left join judged j on j.district_code = r.district_code and j.zone_code = r.key where r.test = 303`),
    ).toEqual([{ some: true, differing: 0, misjudged: 0 }]);
  });

  it('has every failed result of the closed year explained and few of the year under work', async () => {
    expect(
      await ask(`select r.base_date = lt_base_date() as closed, count(*) > 5 as some,
          count(*) filter (where n.id is null) = 0 as explained
        from audit_result r left join audit_note n using (district_code, base_date, test, key)
        where r.failed group by 1 order by 1 desc`),
    ).toEqual([
      { closed: true, some: true, explained: true },
      { closed: false, some: true, explained: false },
    ]);
    expect(
      await ask(`select count(*)::integer as wrong from audit_note n, audit_note_rules(null, to_jsonb(n)) r
        where r.message not like '%rolled over%'`),
    ).toEqual([{ wrong: 0 }]);
  });

  it('has imported values of two years that are those of the properties, but for one in some hundreds', async () => {
    expect(
      await ask(`select count(distinct i.base_date)::integer as years, count(*) > 3000 as many,
          count(*) filter (where v.land_value is distinct from i.land_value) between 3 and count(*) / 200 as few
        from value_import i left join property_value v on v.property_id = i.property_id and v.base_date = i.base_date
          and v.series = 'LT'`),
    ).toEqual([{ years: 2, many: true, few: true }]);
  });
});
