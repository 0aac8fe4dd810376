// Every report asked for what is not there, or in another way than it is there: an answer, and no figure that is none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#src/core/values.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let one: string;

interface Source {
  readonly screen: string;
  readonly source: string;
  readonly params: readonly string[];
}

/** Every query of every report that is of a district. */
const sources = (): readonly Source[] =>
  [...server.context.definitions.current().screens.values()].flatMap(({ id, screen, sql }) => {
    const district = screen.params.find(({ entity, in: at }) => entity === 'district' && at === 'route');
    if (!id.startsWith('report/') || !district) return [];
    return [...sql.keys()].map((source) => ({
      screen: id,
      source,
      params: screen.params.map((param) => param.id),
    }));
  });

const owner = async (text: string) =>
  server.database.owner(
    async (client) => (await client.query<{ readonly [column: string]: unknown }>(text)).rows,
  );
const codeOf = async (text: string) => String((await owner(text))[0]?.code);

/** What comes of each query; only the parameters that its page has are sent. */
async function asked(token: string, wish: Row) {
  const answers = [];
  for (const { screen, source, params } of sources()) {
    const given: Row = { year: 2025, ...wish };
    const sent = Object.fromEntries(Object.entries(given).filter(([id]) => params.includes(id)));
    const body = { screen, source, params: sent, dataset: 'both', limit: 500 };
    answers.push({ place: `${screen} ${source}`, ...(await server.call('POST', '/query', { token, body })) });
  }
  return answers;
}

/** Queries that fail, and cells that are no number though a number stands there. */
const faultsIn = (answers: Awaited<ReturnType<typeof asked>>) =>
  answers.flatMap(({ place, status, text, json }) => {
    if (status !== 200) return [`${place}: ${status} ${text.slice(0, 200)}`];
    const cells: readonly unknown[] = (json.values as readonly unknown[][]).flat();
    return cells.some((cell) => cell === 'NaN' || cell === 'Infinity' || cell === '-Infinity')
      ? [`${place} has a figure that is none`]
      : [];
  });

beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.addUser('one', 'viewer', ['001']);
  [admin, one] = [await server.tokenOf('admin'), await server.tokenOf('one')];
  await server.database.owner((client) =>
    client.script(`
      -- A component whose sales all have one ratio, one of values of 0, one of sales without an adjusted land value.
      create temporary table chosen as
        select component_code as code, row_number() over (order by count(*) desc, component_code) as place
        from analysis where district_code = '001' and component_code is not null group by 1 having count(*) >= 5;
      update analysis a set alv_lt = v.land_value, alv_future = v.land_value
        from chosen c, property_value v
        where a.district_code = '001' and a.component_code = c.code and c.place = 1
          and v.property_id = a.property_id and v.series = 'LT' and v.base_date = '2025-07-01';
      update property_value v set land_value = 0 from property p, chosen c
        where p.id = v.property_id and p.district_code = '001' and p.component_code = c.code and c.place = 2;
      update analysis a set alv_lt = null, alv_future = null, analysed_lv = null from chosen c
        where a.district_code = '001' and a.component_code = c.code and c.place = 3;
      update property p set area = 0 from chosen c
        where p.district_code = '001' and p.component_code = c.code and c.place in (2, 3);
      drop table chosen;`),
  );
});
afterAll(() => server?.close());

describe('every report', () => {
  it.each([
    ['an unknown district', '999', () => admin],
    ['a district of others', '002', () => one],
    ['an unknown district, whoever asks', '999', () => one],
  ])('is not found for %s, and says so', async (_, dst, token) => {
    expect(sources().length).toBeGreaterThan(70);
    const answers = await asked(token(), { dst });
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.message}`))).toEqual(
      new Set([`404 District "${dst}" is unknown or not one of yours.`]),
    );
  });

  it.each<readonly [string, () => Promise<Row>]>([
    [
      'a former district',
      async () => ({ dst: await codeOf('select min(code) as code from district where not current') }),
    ],
    ['a year without values', async () => ({ dst: '001', year: 1990 })],
    ['a year that is far off', async () => ({ dst: '001', year: 2090 })],
    [
      'a zone that held before the year',
      async () => ({
        dst: '001',
        zones: [await codeOf(`select min(code) as code from zone where valid_to < '2024-07-01'`)],
      }),
    ],
    [
      'days that end before they begin',
      async () => ({ dst: '001', from_date: '2026-02-01', to_date: '2025-08-01' }),
    ],
    ['values of 0, areas of 0, and ratios that are missing or all alike', async () => ({ dst: '001' })],
  ])('answers for %s, with no figure that is none', async (_, wish) => {
    expect(faultsIn(await asked(admin, await wish()))).toEqual([]);
  });

  it('has nothing of a component that only another district has', async () => {
    const foreign = await codeOf(`select min(code) as code from component where district_code = '002'
      and code not in (select code from component where district_code = '001')`);
    const answers = await asked(admin, { dst: '001', components: [foreign] });
    expect(faultsIn(answers)).toEqual([]);
    const named = answers.flatMap(({ place, json }) => {
      const at = (json.columns as readonly { readonly id: string }[]).findIndex(
        ({ id }) => id === 'component_code',
      );
      // One report is of the whole region that holds the district.
      const ofRegion = place.startsWith('report/verifycomps/regn ');
      return at >= 0 && !ofRegion && json.values[at].includes(foreign) ? [place] : [];
    });
    expect(named).toEqual([]);
  });
});
