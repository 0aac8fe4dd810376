import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOf } from '#tests/server/import/import-of.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let elsewhere: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.addUser('elsewhere', 'viewer', ['002']);
  [admin, elsewhere] = [await server.tokenOf('admin'), await server.tokenOf('elsewhere')];
});
afterAll(() => server?.close());

const dataOf = async (token = admin) =>
  (await server.call('GET', '/app/userinfo', { token })).json.userInfo.data;
const versionOf = async () => (await server.call('GET', '/definitions', { token: admin })).json.version;

/** The sources of the report pages, as they stand in the repository. */
function reports() {
  return [...server.context.definitions.current().screens.values()].flatMap(({ id, screen }) =>
    // A report of faults may find none.
    id.startsWith('report/') && screen.dataset && screen.group !== 'qa'
      ? Object.values(screen.data).flatMap(({ id: source, kind }) =>
          kind === 'sql' ? [{ screen, source }] : [],
        )
      : [],
  );
}

/** The region of the contract that the district 001 lies in. */
const regionOf001 = () =>
  server.database.owner(async (client) => {
    const { rows } = await client.query<{ region_id: string }>(
      "select min(region_id)::text as region_id from region_district where district_code = '001' and not surrounding",
    );
    return rows[0]?.region_id ?? '';
  });

const standardParams = (
  params: ReturnType<typeof reports>[number]['screen']['params'],
  year: number,
  region: string,
) =>
  Object.fromEntries(
    params.flatMap(({ id, in: at, format, entity, default: standard }) =>
      at === 'route'
        ? [[id, entity === 'region' ? region : '001']]
        : format === 'baseYear'
          ? [[id, year]]
          : standard === null || typeof standard === 'object'
            ? []
            : [[id, standard]],
    ),
  );

describe('a first import of real sales beside synthetic data', () => {
  let before: string;
  beforeAll(async () => {
    expect(await dataOf()).toMatchObject({ standard: 'synthetic', kinds: ['synthetic'], chosen: null });
    before = await versionOf();
    const lines = [
      saleLine({ pid: '4900001', contract: '20211224', dealing: 'ZZ1' }),
      saleLine({ pid: '4900002', contract: '20211111', dealing: 'ZZ2', house: '9' }),
      saleLine({ pid: '4900003', contract: '20220104', dealing: 'ZZ3', house: '11' }),
    ];
    const summary = await importOf(server.database, { 'week.DAT': psiText(lines) });
    expect(summary.counts.new).toBe(3);
    server.wait(6_000);
  });

  it('is told to the session, changes what the page asks by, and moves no page to other data', async () => {
    expect(await dataOf()).toMatchObject({
      standard: 'synthetic',
      kinds: ['real', 'synthetic'],
      chosen: null,
      years: { real: [2022, 2021] },
    });
    expect(await versionOf()).not.toBe(before);
    const { json } = await server.call('POST', '/query', {
      token: admin,
      body: { screen: 'report/mediansales', source: 'rows', params: { dst: 'all', year: 2022 } },
    });
    expect(json.dataset).toBe('synthetic');
  });

  it('has years for whoever sees its districts alone', async () => {
    expect((await dataOf(elsewhere)).years.real).toEqual([]);
  });

  it('is worked with by whoever chose it, on any machine', async () => {
    await server.call('PUT', '/useroptions', { token: admin, body: { 'workspace.dataset': 'real' } });
    expect((await dataOf()).chosen).toBe('real');
    expect((await dataOf(elsewhere)).chosen).toBeNull();
  });

  it('gives each report rows, or a filter that has some', async () => {
    const empty: string[] = [];
    const region = await regionOf001();
    for (const { screen, source } of reports()) {
      const params = standardParams(screen.params, 2022, region);
      const ask = { screen: screen.id, source, params, dataset: 'real' };
      const shown = await server.call('POST', '/query', { token: admin, body: ask });
      expect(shown.status, `${screen.id} ${source}`).toBe(200);
      if (shown.json.total > 0) continue;
      const { json } = await server.call('POST', '/query/nearest', { token: admin, body: ask });
      const [offer] = json.offers;
      if (!offer) {
        empty.push(`${screen.id} ${source}`);
        continue;
      }
      const taken = await server.call('POST', '/query', {
        token: admin,
        body: { ...ask, params: { ...params, ...offer.params }, dataset: offer.dataset ?? 'real' },
      });
      expect(taken.json.total, `${screen.id} ${source}: ${JSON.stringify(offer)}`).toBe(offer.rows);
    }
    expect(empty).toEqual([]);
  });
});

describe('the nearest filters with rows', () => {
  const offers = async (params: object, dataset = 'real') =>
    (
      await server.call('POST', '/query/nearest', {
        token: admin,
        body: { screen: 'report/mediansales', source: 'rows', params: { dst: '001', ...params }, dataset },
      })
    ).json.offers;

  it('name the population that has some, and the years that do', async () => {
    const found = await offers({ year: 2021, population: 'standard' });
    expect(found[0]).toMatchObject({ params: { population: 'received' }, dataset: null });
    const late = await offers({ year: 2019, population: 'received' });
    expect(late[0]).toEqual({ params: { year: 2022 }, dataset: null, rows: 1 });
  });

  it('leave out the one filter that holds everything back', async () => {
    const found = await offers({ year: 2021, population: 'received', purpose: 'NOBODY SAYS THIS' });
    expect(found[0]).toEqual({ params: { purpose: null }, dataset: null, rows: 1 });
  });

  it('are of the other data only where there is nothing in these', async () => {
    const real = await offers({ dst: '002', year: 2021, population: 'standard' });
    expect(real.some(({ dataset }: { dataset: string | null }) => dataset === 'synthetic')).toBe(
      real.every(({ dataset }: { dataset: string | null }) => dataset !== null),
    );
  });
});
