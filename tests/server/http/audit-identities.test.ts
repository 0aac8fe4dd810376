// Each test of the audit finds what its report lists, district by district of the demo.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

type Row = { readonly [column: string]: unknown };

let server: TestServer;
let token: string;
let districts: readonly string[];
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  districts = (
    await server.database.owner((client) =>
      client.query<{ code: string }>(
        'select distinct district_code::text as code from property where synthetic order by 1',
      ),
    )
  ).rows.map(({ code }) => code);
  await server.addUser('crown', 'administrator', districts);
  token = await server.tokenOf('crown');
});
afterAll(() => server?.close());

async function rowsOf(screen: string, source: string, params: object): Promise<readonly Row[]> {
  const { status, json } = await server.call('POST', '/query', {
    token,
    body: { screen, source, params, dataset: 'synthetic', limit: 50_000 },
  });
  expect(status, JSON.stringify(json).slice(0, 400)).toBe(200);
  const { columns, values, count } = json as {
    readonly columns: readonly { readonly id: string }[];
    readonly values: readonly (readonly unknown[])[];
    readonly count: number;
  };
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(columns.map(({ id }, i) => [id, values[i]?.[n]])),
  );
}
const found = async (dst: string, test: number, screen = 'annual/audit') =>
  (await rowsOf(screen, 'rows', { dst, year: 2025, test })).filter(({ failed }) => failed === true);

describe('the tests of the audit', () => {
  it('find as many as their report, in every district', async () => {
    for (const dst of districts) {
      const at = { dst, year: 2025 };
      const bm = await rowsOf('report/bmexcept', 'rows', at);
      const of = (rule: string) => bm.filter(({ benchmark_rule: is }) => is === rule).length;
      const zones = await rowsOf('report/statsumm', 'rows', { ...at, series: 'future', with_totals: false });
      const failing = (column: string, letters?: (letter: unknown) => boolean) =>
        zones.filter((row) => row[column] === 'fail' && (!letters || letters(row.zone_letter))).length;
      const az = (letter: unknown) => letter === 'A' || letter === 'Z';
      const moved = await rowsOf('report/varbyfact', 'rows', {
        ...at,
        variance_limit: 0.3,
        include_benchmarks: true,
      });
      const relief = await rowsOf('report/conccomp', 'rows', at);
      const verified = await rowsOf('report/verifybyrisk', 'rows', at);
      const sum = (rows: readonly Row[], column: string) =>
        rows.reduce((total, row) => total + Number(row[column]), 0);
      const crown = await rowsOf('report/riincomplete', 'rows', at);
      const right: { [test: number]: number } = {
        300: failing('test_300'),
        301: failing('test_301', az),
        302: failing('test_301', (letter) => !az(letter)),
        303: failing('test_303'),
        304: failing('test_304'),
        305: (await rowsOf('report/avmcheck', 'rows', at)).filter(({ test_305: is }) => is === 'fail').length,
        901: of('B5'),
        902: of('B1'),
        904: moved.filter(({ departure }) => String(departure).startsWith('VARIANCE')).length,
        906: new Set(
          relief
            .filter(({ concession_flags: flags }) => String(flags).includes('NOTBELOW'))
            .map(({ property_id: id }) => id),
        ).size,
        907: sum(verified, 'outstanding'),
        908: (await rowsOf('report/sec28excepts', 'rows', at)).length,
        951: sum(crown, 'without_value'),
        952: sum(crown, 'without_area'),
        953: (await rowsOf('report/rinofactor', 'rows', at)).length,
        954: (await rowsOf('report/clcrcheck', 'rows', at)).length,
      };
      const left: { [test: number]: number } = {};
      for (const test of Object.keys(right)) left[Number(test)] = (await found(dst, Number(test))).length;
      expect({ dst, ...left }).toEqual({ dst, ...right });
    }
  });

  it('run by themselves where no report lists what they find, and plant a case of each', async () => {
    const empty: number[] = [];
    for (const test of [306, 311, 312, 313, 314, 315, 316, 903, 905, 910, 955]) {
      const rows = await rowsOf('annual/audit', 'rows', { dst: 'all', year: 2025, test });
      if (rows.length === 0) empty.push(test);
    }
    expect(empty).toEqual([]);
  });
});
