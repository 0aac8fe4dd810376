import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import page from '#screens/report/reconciliation.json' with { type: 'json' };
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.addUser('onlooker', 'viewer', ['001']);
  token = await server.tokenOf('onlooker');
});
afterAll(() => server.close());

const ask = (identities: string, district = '001', year?: number) =>
  server.call(
    'GET',
    `/reports/reconciliation?district=${district}${year ? `&year=${year}` : ''}&identities=${encodeURIComponent(identities)}`,
    { token },
  );

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
