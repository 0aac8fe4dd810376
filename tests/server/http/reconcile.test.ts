import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import page from '#screens/report/reconciliation.json' with { type: 'json' };
import { importOf } from '#tests/server/import/import-of.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.addUser('onlooker', 'viewer', ['001', '005']);
  token = await server.tokenOf('onlooker');
});
afterAll(() => server.close());

const ask = (identities: string, district = '001', year?: number, as = token) =>
  server.call(
    'GET',
    `/reports/reconciliation?district=${district}${year ? `&year=${year}` : ''}&identities=${encodeURIComponent(identities)}`,
    { token: as },
  );

/** The lines of the page whose title is so. */
const lines = (title: RegExp) =>
  page.data.identities.params.identities
    .split(';')
    .filter((line) => title.test(line))
    .join(';');

/** Those that do not agree, or could not be asked. */
const apart = (items: readonly { identity: string; difference: number | null }[]) =>
  items
    .filter(({ difference }) => difference !== 0)
    .map(({ identity, difference }) => [identity, difference]);

describe('figures that reports must agree on', () => {
  it('agree in the demo, every one of the page', async () => {
    const { status, json } = await ask(page.data.identities.params.identities);
    expect(status).toBe(200);
    const off = json.items.filter(
      ({ difference, problem }: { difference: number | null; problem: string | null }) =>
        difference !== 0 || problem !== null,
    );
    expect(off).toEqual([]);
    const [first] = json.items;
    expect(first).toMatchObject({
      identity: 'Active properties',
      left_page: 'report/propcount',
      left_title: 'Property counts',
      right_title: 'Properties by risk rating',
    });
    expect(first.left).toBeGreaterThan(0);
  });

  it('agree in another base year, and are asked in it', async () => {
    const year = 2024;
    const identities = `${page.data.identities.params.identities}; Other year: report/mediansales.rows.n = report/mediansales?year:2024.rows.n`;
    const { json } = await ask(identities, '001', year);
    expect(json.items.at(-1)).toMatchObject({ identity: 'Other year', difference: 0 });
    expect(json.items.filter(({ difference }: { difference: number }) => difference !== 0)).toEqual([]);
    const office = await ask('Other year: report/mediansales.rows.n = report/mediansales?year:2024.rows.n');
    expect(office.json.items[0].difference).not.toBe(0);
  });

  it('are told with their difference where they do not agree', async () => {
    const { json } = await ask(
      'Apples and pears: report/propcount.rows.active = report/propcount.rows.cancelled',
    );
    const [row] = json.items;
    expect(row.difference).toBe(row.left - row.right);
    expect(row.difference).not.toBe(0);
    expect(row.seconds).toBeGreaterThanOrEqual(0);
  });

  it('are asked as the identity says, so that totals are not counted with what they add up', async () => {
    const { json } = await ask(
      'Analysed sales: report/statsumm?with_totals:false.rows.n = report/statsumm.rows.n',
    );
    const [row] = json.items;
    expect(row.right).toBe(2 * row.left);
    expect(row.left).toBeGreaterThan(0);
    const unknown = await ask('Odd: report/statsumm?colour:red.rows.n = report/statsumm.rows.n');
    expect(unknown.json.items).toMatchObject([{ left: null, problem: expect.any(String) }]);
  });

  it('hold the lines of every import against what became of them, for whom may see imports', async () => {
    await server.addUser('olga', 'office', ['001']);
    const office = await server.tokenOf('olga');
    const kept = async () => {
      const { json } = await ask(lines(/imports/), '001', undefined, office);
      return (json.items as { identity: string; left: number; difference: number }[])
        .filter(({ identity }) => /imports/.test(identity))
        .map(({ identity, left, difference }) => [identity, left, difference]);
    };
    // Two sales, one of them said twice and then with another price.
    await importOf(server.database, {
      'a.DAT': psiText([
        saleLine({ pid: '4999901', dealing: 'AA1' }),
        saleLine({ pid: '4999902', dealing: 'AA2' }),
      ]),
    });
    await importOf(server.database, {
      'b.DAT': psiText(
        [
          saleLine({ pid: '4999901', dealing: 'AA1' }),
          saleLine({ pid: '4999902', dealing: 'AA2', price: '765000' }),
        ],
        '20220117 02:01',
      ),
    });
    expect(await kept()).toEqual([
      ['Lines of imports', 4, 0],
      ['New sales of imports', 2, 0],
    ]);
    // A line whose fate is lost, and a new sale that nobody logged.
    await server.database.owner((client) =>
      client.query("update import_file set same_count = 0, new_count = new_count + 1 where name = 'b.DAT'"),
    );
    expect(await kept()).toEqual([
      ['Lines of imports', 4, 0],
      ['New sales of imports', 3, 1],
    ]);
    await server.database.owner((client) =>
      client.query("update import_file set new_count = 0 where name = 'b.DAT'"),
    );
    expect(await kept()).toEqual([
      ['Lines of imports', 4, 1],
      ['New sales of imports', 2, 0],
    ]);
    // Who sees no imports is told of none, and misses none.
    const { json } = await ask(lines(/imports/));
    expect(JSON.stringify(json.items)).not.toContain('imports');
  });

  it('count the rows of a condition, and what differs of a column', async () => {
    const { json } = await ask(
      [
        'In one or none: report/statsumm?with_totals:false.rows.# = report/statsumm?with_totals:false.rows[verdict:pass|fail].#',
        'Two conditions: report/statsumm?with_totals:false,series:lt.rows[zone_letter:A|Z,zone_letter!A].# = report/statsumm?series:lt,with_totals:false.rows[zone_letter:Z].#',
        'Contains: report/bmexcept.rows[benchmark_rule~B].# = report/bmexcept.rows.#',
        'Different: report/bmexcept.rows.#benchmark_rule = report/bmexcept.rows.#',
      ].join(';'),
      '005',
    );
    const zones = await server.database.owner((client) =>
      client.query<{
        n: number;
      }>(`select count(distinct coalesce(zone_code, 'none'))::integer as n from property
        where status = 'A' and district_code = '005' and synthetic`),
    );
    const [judged, two, contains, different] = json.items;
    expect(judged.left).toBeGreaterThanOrEqual(zones.rows[0]?.n ?? 0);
    expect(judged.right).toBeLessThan(judged.left);
    expect([two.difference, contains.difference]).toEqual([0, 0]);
    expect(different.left).toBeLessThanOrEqual(11);
    expect(different.right).toBeGreaterThan(different.left);
    const odd = await ask(
      'Odd: report/bmexcept.rows[nothing:B1].# = report/bmexcept.rows[benchmark_rule:B1].#',
    );
    expect(odd.json.items).toMatchObject([{ left: null, problem: expect.stringContaining('nothing') }]);
    expect((await ask('Odd: report/bmexcept.rows[benchmark_rule].# = report/bmexcept.rows.#')).status).toBe(
      400,
    );
  });

  it('turn red where a report misses a row or counts another, and no other line does', async () => {
    const planted = async (path: string, from: string, to: string, title = /./) => {
      const text = readFileSync(join(server.context.config.root, path), 'utf8');
      expect(text).toContain(from);
      await server.reload(screenFiles({ [path]: text.replace(from, to) }));
      const { json } = await ask(lines(title), '005');
      await server.reload([]);
      return apart(json.items);
    };
    // Reference benchmarks beyond 10 % are judged as secondary ones are.
    const benchmarks = await planted('screens/report/bmexcept.sql', "'R' and j.valued", "'Q' and j.valued");
    expect(benchmarks).toEqual([['Audit 901', expect.any(Number)]]);
    // The factor of a component is held against another limit.
    const limit = await planted(
      'screens/report/varbyfact.sql',
      "then setting_number('risk.sigvalch'",
      "then 0.2 * setting_number('risk.sigvalch'",
    );
    expect(limit).toEqual([['Audit 904', expect.any(Number)]]);
    // A zone's level leaves a sale out.
    const level = await planted(
      'screens/report/statsumm.sql',
      'coalesce(st.n, 0) as n,',
      'coalesce(st.n, 0) + 1 as n,',
      /Analysed|Zones before/,
    );
    expect(level.map(([identity]) => identity)).toEqual(
      expect.arrayContaining(['Analysed sales', 'Zones before, analysed sales']),
    );
    // A region is counted without the rest of it.
    const region = await planted(
      'screens/report/verifycomps/regn.json',
      '"entity": "district", "wholeRegion": true',
      '"entity": "district"',
      /Region/,
    );
    expect(region.map(([identity]) => identity)).toEqual(
      expect.arrayContaining(['Region, active properties']),
    );
  });

  it('are not asked of a region where all districts are meant, or the district lies in none', async () => {
    const named = async (district: string) =>
      (await ask('Region: report/verifybyarea.rows.n = report/verifycomps/regn.rows.n', district)).json.items;
    expect(await named('all')).toEqual([]);
    expect(await named('001')).toMatchObject([{ difference: 0, problem: null }]);
    // Nor of a district that lies in none.
    await server.database.owner((client) =>
      client.query(`delete from region_district where district_code = '001'`),
    );
    expect(await named('001')).toEqual([]);
  });

  it('say what is not there in their row, and refuse what is no identity', async () => {
    const { json } = await ask('Gone: report/gone.rows.n = report/propcount.rows.active');
    expect(json.items).toMatchObject([
      { left: null, difference: null, problem: expect.stringContaining('report/gone') },
    ]);
    expect((await ask('Half: report/propcount.rows.active')).status).toBe(400);
    const foreign = await ask('Rows: report/propcount.rows.# = report/propcount.rows.#', '002');
    expect(foreign.json.items).toMatchObject([
      { left: null, problem: expect.stringContaining('not one of yours') },
    ]);
  });
});
