// Every figure of every report leads to as many rows as it says, whatever its parameters are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#src/core/values.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { type Asked, figuresOf, open, proveFigures, rowsOf } from './prove-figures.ts';

let server: TestServer;
let token: string;
let zones: readonly string[];
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  token = await server.tokenOf('admin');
  zones = await server.database.owner(async (client) => {
    // What a key misses: a few sales and properties say nothing of where they lie.
    await client.query(`update sale set zone_code = null, suburb = null, component_code = null, nature = null
      where id in (select c.sale_id from sale_counted c where c.population = 'standard'
        and extract(year from c.contract_date) = 2025 order by c.sale_id limit 7)`);
    await client.query(`update property set zone_code = null, component_code = null, risk_rating = null
      where id in (select id from property where status = 'A' order by id limit 7)`);
    const { rows } = await client.query<{ code: string }>(
      `select zone_code as code from property where zone_code is not null group by 1 order by count(*) desc, 1 limit 2`,
    );
    return rows.map(({ code }) => code);
  });
});
afterAll(() => server?.close());

/** The parameters of a screen as a person would have them, with `more`. */
function paramsOf(screen: string, more: Row): Row {
  const params = server.context.definitions.current().screens.get(screen)?.screen.params ?? [];
  const base: Row = { dst: 'all', year: 2025, base_year: 2025 };
  const wanted = { ...base, ...more };
  return Object.fromEntries(params.flatMap(({ id }) => (wanted[id] === undefined ? [] : [[id, wanted[id]]])));
}

function sources(): readonly Pick<Asked, 'screen' | 'source'>[] {
  return [...server.context.definitions.current().screens.values()].flatMap(({ screen }) =>
    Object.values(screen.data).flatMap((source) =>
      source.kind === 'sql' && source.figures ? [{ screen: screen.id, source: source.id }] : [],
    ),
  );
}

describe('the figures of the reports', () => {
  it('are those of every report with a query', () => {
    const reports = [...server.context.definitions.current().screens.values()].filter(
      ({ sql }) => sql.size > 0,
    );
    const silent = reports.flatMap(({ id, sql }) =>
      [...sql.keys()].filter(
        (source) => id.startsWith('report/') && !figuresOf({ server, screen: id, source }),
      ),
    );
    expect(silent).toEqual([]);
    expect(sources().length).toBeGreaterThanOrEqual(14);
  });

  it.each<[string, () => Row]>([
    ['with a filter of two values', () => ({ zones })],
    ['where keys are missing', () => ({})],
    ['where nothing fits', () => ({ zones: ['ZZ'] })],
  ])('lead to their rows %s', async (name, more) => {
    const faults: string[] = [];
    for (const { screen, source } of sources()) {
      const proof = await proveFigures({ server, token, screen, source, params: paramsOf(screen, more()) });
      console.info(name, screen, source, proof.rows, proof.figures);
      faults.push(...proof.faults);
    }
    expect(faults).toEqual([]);
  });
});
