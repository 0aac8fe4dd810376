// A value explained: from the land value back to the factor, the benchmark, its linked sales, and each step of their analyses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#src/core/rows.ts';
import { everybody } from '#tests/support/database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let analyst: string;
let office: string;
let typedOver: readonly unknown[];
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.addUser('ann', 'valuer', ['001', '002']);
  await server.addUser('ben', 'valuer', ['012']);
  [analyst, office] = [await server.tokenOf('ann'), await server.tokenOf('ben')];
  // The demo types over two values of the year under work, for reports of what departs from its factor.
  const { json } = await server.call('POST', '/query', {
    token: await server.tokenOf('admin'),
    body: { screen: 'report/varbyfact', source: 'rows', params: { dst: 'all', year: 2025 }, limit: 5_000 },
  });
  typedOver = rowsOf(json).flatMap(({ property_id, departure }) =>
    String(departure).includes('STALE') ? [property_id] : [],
  );
});
afterAll(() => server.close());

const ask = async (text: string, values: readonly unknown[] = []) =>
  (await server.database.read(everybody, {}, (client) => client.query<{ id: number }>(text, values))).rows;
interface Step {
  readonly step: string | number;
  readonly what: string;
  readonly came_from?: string;
  readonly amount: number | null;
  readonly computed: number | null;
  readonly agrees: boolean | null;
  readonly link: string | null;
}
const part = async (source: string, id: number, token = analyst) => {
  const body = { screen: 'prop/explain', source, params: { id } };
  const { status, json } = await server.call('POST', '/query', { token, body });
  expect([status, json.errors]).toEqual([200, undefined]);
  return rowsOf(json) as unknown as readonly Step[];
};
/** The first value of the kind in a district that the analyst sees. */
const valueWhere = async (condition: string): Promise<number> => {
  const rows = await ask(
    `select v.id::int as id from property_value v join property p on p.id = v.property_id
     where v.district_code = '002' and ${condition} order by v.id limit 1`,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? 0;
};
const steps = (id: number) => part('steps', id);

describe('every value of the demo', () => {
  it('is what its factor makes of the value of the year before, in each of five years', async () => {
    expect(
      await ask(
        `select count(*) > 10000 as many, count(distinct v.base_date)::int as years,
          count(*) filter (where b.land_value is not null
            and v.land_value::bigint is distinct from round_land_value(b.land_value::bigint * v.factor_applied))::int as differing,
          count(*) filter (where b.land_value is null)::int as without
        from property_value v left join property_value b on b.property_id = v.property_id and b.series = v.series
          and b.base_date = v.base_date - interval '1 year'
        where v.series = 'LT' and v.method = 'F' and not (v.base_date = future_base_date() and v.property_id = any($1))`,
        [typedOver],
      ),
      // The demo deletes all values of one property but the last.
    ).toEqual([{ many: true, years: 5, differing: 0, without: 1 }]);
    expect(typedOver).toHaveLength(2);
  });

  it('stands for rating and taxing from one general valuation to the next', async () => {
    expect(
      await ask(`select count(*) > 10000 as many,
          count(*) filter (where v.land_value::bigint is distinct from g.land_value)::int as differing,
          count(distinct v.district_code) filter (where v.land_value::bigint is distinct from g.land_value
            and v.base_date = lt_base_date())::int as districts
        from property_value v left join lateral (
          select w.land_value::bigint as land_value from property_value w
          left join district_year y on y.district_code = w.district_code and y.base_date = w.base_date and y.general_valuation
          where w.property_id = v.property_id and w.series = 'LT' and w.base_date <= v.base_date
          order by y.base_date desc nulls last, w.base_date limit 1) g on true
        where v.series = 'LG'`),
      // The demo changes one of local government in each district, and deletes the general valuation of one property.
    ).toEqual([{ many: true, differing: 7, districts: 6 }]);
  });

  it('is of a run that is kept where a factor made it in the year under work, and of an objection where one lowered it', async () => {
    expect(
      await ask(
        `select count(*) > 1000 as many, count(*) filter (where k.id is null)::int as without
        from property_value v left join (factor_run_value k join factor_run r on r.id = k.run_id)
          on k.property_id = v.property_id and r.base_date = v.base_date and k.new_value::bigint = v.land_value::bigint
            and r.factor = v.factor_applied
        where v.series = 'LT' and v.method = 'F' and v.base_date = future_base_date() and v.property_id <> all ($1)`,
        [typedOver],
      ),
    ).toEqual([{ many: true, without: 0 }]);
    expect(
      await ask(`select count(*) > 50 as many, count(*) filter (where o.id is null)::int as without
        from property_value v left join objection o on o.property_id = v.property_id and o.base_date = v.base_date
          and o.lv_after::bigint = v.land_value::bigint
        where v.series = 'LT' and v.method = 'O'`),
    ).toEqual([{ many: true, without: 0 }]);
  });
});

describe('a value explained', () => {
  it('leads from a factor’s value to the year before, the run and the primary benchmark, computed again', async () => {
    const id = await valueWhere(
      `v.series = 'LT' and v.method = 'F' and v.base_date = future_base_date() and p.status = 'A'`,
    );
    const told = await steps(id);
    const of = (what: string) => told.find((step) => step.what === what);
    expect(told[0]).toMatchObject({ what: 'Land value', agrees: true });
    expect(told[0]?.computed).toBe(told[0]?.amount);
    expect(of('Value of the year before')?.link).toMatch(/^\/value\/\d+$/);
    expect(of('Factor')?.link).toMatch(/^\/prop\/factors\/\d+$/);
    expect(of('Primary benchmark')?.link).toMatch(/^\/(value|prop)\/\d+$/);
  });

  it('computes nothing of the first value, which came with a file, and that of rating and taxing of its general valuation', async () => {
    const [first] = await steps(await valueWhere(`v.series = 'LT' and v.method = 'I'`));
    expect(first).toMatchObject({ computed: null, agrees: null });
    const general = await steps(
      await valueWhere(`v.series = 'LG' and v.base_date = lt_base_date() - interval '1 year'`),
    );
    expect(general[0]).toMatchObject({ agrees: true });
    expect(general[1]).toMatchObject({ what: 'General valuation' });
  });

  it('says when the stored value is not the computed one', async () => {
    // One that nobody has read: an answer is kept until the server itself writes.
    const id = await valueWhere(
      `v.series = 'LT' and v.method = 'F' and v.base_date = lt_base_date() and p.status = 'A'`,
    );
    const change = (by: number) =>
      server.database.owner((client) =>
        client.query('update property_value set land_value = land_value::bigint + $2 where id = $1', [
          id,
          by,
        ]),
      );
    await change(1000);
    expect((await steps(id))[0]).toMatchObject({ what: 'Land value', agrees: false });
    await change(-1000);
  });

  it('leads on to the sales that are linked to the benchmark, and through their steps A to E', async () => {
    const rows = await ask(
      `select v.id::int as id from property_value v join property p on p.id = v.property_id
       where v.district_code in ('001', '002') and v.series = 'LT' and v.base_date = future_base_date()
         and v.factor_component = (select b.component_code from analysis_benchmark b where b.district_code = v.district_code
           order by b.id limit 1)
       order by v.id limit 1`,
    );
    const linked = await part('linked', rows[0]?.id ?? 0);
    expect(linked.length).toBeGreaterThan(0);
    for (const row of linked) expect(row.came_from).not.toBeNull();
    const calculation = await part('calculation', rows[0]?.id ?? 0);
    expect(calculation.length).toBeGreaterThanOrEqual(linked.length * 9);
    const compared = calculation.filter(({ agrees }) => agrees !== null);
    expect(compared.length).toBeGreaterThanOrEqual(linked.length * 2);
    expect(compared.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(new Set(calculation.map(({ step }) => step))).toEqual(
      new Set(['A', 'B', 'C', 'D', 'E', 'S0', 'S1']),
    );
    expect([
      await part('linked', rows[0]?.id ?? 0, office),
      await part('calculation', rows[0]?.id ?? 0, office),
    ]).toEqual([[], []]);
  });
});
