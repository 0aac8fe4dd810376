// Every figure of every report leads to as many rows as it says, whatever its parameters are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { besideOrder } from '#src/core/figure-fields.ts';
import { formatValue } from '#src/core/format.ts';
import type { Row } from '#src/core/values.ts';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
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
  const base: Row = { dst: 'all', year: 2025 };
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
    const silent = reports.flatMap(({ id, sql, screen }) =>
      [...sql.keys()].filter((source) => {
        const linked = screen.data[source];
        // A source whose rows are what their keys open says so, and the page's provenance with it.
        const told = linked?.kind === 'sql' && typeof linked.noRows === 'string';
        return id.startsWith('report/') && !told && !figuresOf({ server, screen: id, source });
      }),
    );
    expect(silent).toEqual([]);
    expect(sources().length).toBeGreaterThanOrEqual(14);
  });

  it('stand on paper where an operation answers them', async () => {
    const pages = [...server.context.definitions.current().screens.values()].filter(
      ({ id, screen }) =>
        id.startsWith('report/') &&
        screen.params.some((param) => param.in === 'route') &&
        Object.values(screen.data).some(({ kind }) => kind === 'operation'),
    );
    expect(pages.map(({ id }) => id)).toContain('report/reconciliation');
    const faults: string[] = [];
    for (const { id } of pages) {
      const body = { screen: id, params: paramsOf(id, { dst: '001' }), format: 'pdf' };
      const answer = await server.call('POST', '/documents', { token, body });
      if (answer.status !== 200 || !answer.bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
        faults.push(`${id}: ${answer.status} ${answer.json?.message ?? ''}`);
    }
    expect(faults).toEqual([]);
  });

  it('stand on paper before what is said of them', async () => {
    const body = {
      screen: 'report/propsbyrisk',
      params: paramsOf('report/propsbyrisk', { dst: '001' }),
      format: 'pdf',
    };
    const { bytes } = await server.call('POST', '/documents', { token, body });
    const told = pdfText(bytes);
    expect(told.indexOf('Residential')).toBeGreaterThan(0);
    expect(told.indexOf('About these figures')).toBeGreaterThan(told.lastIndexOf('Residential'));
  });

  // In parts, since all of them take minutes.
  const parts = [0, 1, 2, 3];
  const asked: readonly (readonly [string, () => Row])[] = [
    ['with a filter of two values', () => ({ zones, dst: '001' })],
    ['where keys are missing', () => ({})],
    ['where nothing fits', () => ({ zones: ['ZZ'] })],
  ];
  it.each(asked.flatMap(([title, more]) => parts.map((part) => [title, part, more] as const)))(
    'lead to their rows %s, part %i',
    async (_, part, more) => {
      const faults: string[] = [];
      for (const { screen, source } of sources().filter((__, i) => i % parts.length === part)) {
        const proof = await proveFigures({ server, token, screen, source, params: paramsOf(screen, more()) });
        faults.push(...proof.faults);
      }
      expect(faults).toEqual([]);
    },
  );
});

const source = { screen: 'report/salesact', source: 'rows' };

describe('a figure', () => {
  it('opens the result page of its records under its sentence, and says what was changed since', async () => {
    const of = { ...source, server, token, params: paramsOf('report/salesact', { zones, dst: '001' }) };
    const row = (await rowsOf(of)).find(({ confirmed }) => Number(confirmed) > 1);
    const { json } = await open(of, 'confirmed', [
      { column: 'month', value: row?.month },
      { column: 'zone_code', value: row?.zone_code },
    ]);
    expect(json).toMatchObject({ prefix: 'sale', rows: row?.confirmed, records: row?.confirmed });
    const search = () => server.call('GET', `/search/${json.hash}`, { token });
    expect((await search()).json.text).toBe(`${json.text}.`);
    expect(json.text).toContain(`${row?.confirmed} sales behind “Confirmed” of `);
    const districts = await server.database.owner((client) =>
      client.query<{ name: string }>(`select name from district where code = '001'`),
    );
    expect(json.text).toContain(`, ${districts.rows[0]?.name}, 2025`);
    const found = { ...of, screen: 'sale/result', source: 'found', params: { id: json.hash } };
    const sales = await rowsOf(found);
    expect(sales).toHaveLength(Number(row?.confirmed));
    expect(
      sales.every(({ confirmed, zone_code }) => confirmed === true && zone_code === row?.zone_code),
    ).toBe(true);
    await server.database.owner((client) =>
      client.query(`update sale set updated_at = now() + interval '1 hour' where id = $1`, [sales[0]?.id]),
    );
    expect((await search()).json.text).toBe(`${json.text}. 1 of them was changed since the report ran.`);
  });

  it('names the sale that stands in the middle of a median, or the two', async () => {
    const of = {
      server,
      token,
      screen: 'report/mediansales',
      source: 'rows',
      params: { ...paramsOf('report/mediansales', {}), population: 'standard' },
    };
    const rows = await rowsOf(of);
    for (const odd of [1, 0]) {
      const row = rows.find(({ n }) => Number(n) > 2 && Number(n) % 2 === odd);
      const keys = ['suburb', 'component_code', 'component_district'];
      const { json } = await open(
        of,
        'median',
        keys.map((column) => ({ column, value: row?.[column] ?? null })),
      );
      const [, named = ''] = /; in the middle sales? (\d+(?: and \d+)?)$/.exec(json.text) ?? [];
      const ids = named.split(' and ').map(Number);
      expect(ids).toHaveLength(2 - odd);
      const prices = await server.database.owner(
        async (client) =>
          (
            await client.query<{ price: number }>(
              'select purchase_price::float as price from sale where id = any($1)',
              [ids],
            )
          ).rows,
      );
      const middle = prices.reduce((sum, { price }) => sum + price, 0) / prices.length;
      expect(middle).toBe(row?.median);
    }
    expect((await open(of, 'q1', [])).json.text).not.toContain('in the middle');
  });

  it('is told by its own keys, not by those of the figure beside it', async () => {
    const of = {
      server,
      token,
      screen: 'report/monthsales',
      source: 'rows',
      params: paramsOf('report/monthsales', {}),
    };
    const row = (await rowsOf(of)).find(({ n, prior_month }) => Number(n) > 1 && prior_month !== null);
    const at = ['month', 'property_type', 'prior_month'].map((column) => ({ column, value: row?.[column] }));
    const said = async (column: string) => String((await open(of, column, at)).json.text);
    const before = formatValue('month', row?.prior_month);
    const day = formatValue('date', row?.prior_month);
    const [count, change] = [await said('n'), await said('change')];
    expect(count).toMatch(new RegExp(`^${row?.n} sales of `));
    expect([before, day].some((text) => count.includes(text))).toBe(false);
    expect([before, day].some((text) => change.includes(text))).toBe(true);
  });

  describe.each([
    ['report/salequartile', 'rows', 'median_ratio'],
    ['report/salesratio', 'study', 'median'],
  ])('of a study of ratios in %s', (screen, name, median) => {
    const study = () => ({ server, token, screen, source: name, params: paramsOf(screen, {}) });
    const found = (hash: string | null) => ({
      ...study(),
      screen: 'sale/result',
      source: 'found',
      params: { id: hash },
    });
    /** A row whose sales are counted once each, and the sales behind one of its figures. */
    const behind = async (column: string, least: number) => {
      const of = study();
      const keys = figuresOf(of)?.keys ?? [];
      for (const row of (await rowsOf(of)).filter(({ n }) => Number(n) >= least)) {
        const at = keys.map((key) => ({ column: key, value: row[key] ?? null }));
        const { json } = await open(of, column, at);
        if (json.rows === json.records) return { row, json, sales: await rowsOf(found(json.hash)) };
      }
      throw new Error('No row has each of its sales once.');
    };

    it('says of each sale how far it is from the median, and these make the COD', async () => {
      const { row, json, sales } = await behind('cod', 4);
      const distances = sales.map(({ figure_distance: distance }) => Number(distance));
      expect(distances.length).toBe(json.records);
      const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
      expect((100 * mean) / Number(row[median])).toBeCloseTo(Number(row.cod), 4);
      expect(Object.keys(sales[0] ?? {})).not.toContain('figure_middle');
      // They are sorted by it, and a record knows its place in that order.
      const sort = '-figure_distance';
      const { json: page } = await server.call('POST', '/query', {
        token,
        body: {
          screen: 'sale/result',
          source: 'found',
          params: { id: json.hash },
          limit: 2,
          sort: besideOrder,
        },
      });
      const told = page.columns.findIndex(({ id }: { id: string }) => id === 'figure_distance');
      expect(page.values[told][0]).toBe(Math.max(...distances));
      const [first, second] = page.values[page.columns.findIndex(({ id }: { id: string }) => id === 'id')];
      const neighbours = await server.call('POST', `/sales/${first}/neighbours`, {
        token,
        body: { hash: json.hash, sort, at: 1 },
      });
      expect(neighbours.json).toMatchObject({ at: 1, previous: null, next: second });
    });

    it('marks the sale in the middle of its median, or the two', async () => {
      const { json, sales } = await behind(median, 2);
      const marked = sales.filter(({ figure_middle: middle }) => middle === true).map(({ id }) => id);
      expect(marked).toHaveLength(sales.length % 2 === 1 ? 1 : 2);
      for (const id of marked) expect(json.text).toMatch(new RegExp(`in the middle .*\\b${id}\\b`));
      expect(Object.keys(sales[0] ?? {})).not.toContain('figure_distance');
    });
  });

  it('refuses a column that the report does not have, and never drops it', async () => {
    const of = { ...source, server, token, params: paramsOf('report/salesact', {}) };
    const answer = await open(of, 'confirmed', [{ column: 'component_code', value: 'AAB' }]);
    expect(answer.status).toBe(400);
    expect((await open(of, 'zone_code', [])).status).toBe(400);
    expect((await open(of, null, [])).status).toBe(400);
  });

  it('is proved by its rows: a lost parameter is seen', async () => {
    const { definitions } = server.context;
    const sound = definitions.current();
    const ready = sound.screens.get(source.screen);
    const sql = ready?.sql.get(source.source);
    const figures = sql?.figures;
    if (!ready || !sql || !figures) throw new Error('The report has no figures.');
    const lose = (text: string) =>
      text.replace(/and \(\$\d+::text\[\] is null or s\.component_code = any\(\$\d+::text\[\]\)\)/, '');
    const statements = figures.statements.map((one) => ({
      ...one,
      sql: { ...one.sql, text: lose(one.sql.text) },
    }));
    expect(statements[0]?.sql.text).not.toBe(figures.statements[0]?.sql.text);
    const lost = {
      ...ready,
      sql: new Map([[source.source, { ...sql, figures: { ...figures, statements } }]]),
    };
    definitions.replace({ ...sound, screens: new Map(sound.screens).set(source.screen, lost) });
    const params = paramsOf(source.screen, { components: ['AAA', 'AAB'] });
    const planted = await proveFigures({ ...source, server, token, params }).finally(() =>
      definitions.replace(sound),
    );
    expect(planted.faults.length).toBeGreaterThan(0);
    expect((await proveFigures({ ...source, server, token, params })).faults).toEqual([]);
  });

  const planted = (sql: string, more: object = {}) => ({
    'screens/report/planted.json': {
      $schema: '../../schemas/meta/screen.schema.json',
      format: 1,
      id: 'report/planted',
      route: '/report/planted/:dst',
      title: 'Planted',
      needs: 'repoV',
      params: [{ id: 'dst', in: 'route', entity: 'district' }],
      data: { rows: { sql: 'planted', ...more } },
      blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: [{ id: 'n' }], empty: 'None.' }],
    },
    'screens/report/planted.sql': sql,
  });
  const doubled = `-- counts: sales by sale_id
    with told as (
      select s.id as sale_id, s.district_code from sale as s cross join (values (1), (2)) as twice (x)
      where s.district_code = any(:districts::text[])
    )
    select district_code, count(*)::integer as n from told group by district_code`;

  it('is proved by its records: a join that doubles is seen', async () => {
    await server.reload(screenFiles(planted(doubled)));
    const of = { server, token, screen: 'report/planted', source: 'rows', params: { dst: '001' } };
    expect((await proveFigures(of)).faults[0]).toMatch(/counts \d+ records \d+ times/);
  });

  it('is told to lead nowhere, with the reason, where the query counts no records', async () => {
    const told = doubled.replace(/^--.*\n/, '');
    await server.reload(screenFiles(planted(told, { noRows: 'they are told by another office' })));
    const { screens, diagnostics } = server.context.definitions.current();
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(screens.get('report/planted')?.screen)).toContain(
      'All of it: they are told by another office.',
    );
    const of = { server, token, screen: 'report/planted', source: 'rows', params: { dst: '001' } };
    expect(await open(of, 'n', [])).toMatchObject({ status: 422 });
  });

  it.each([
    ['a key that the report does not return', doubled.replace('select district_code, count', 'select count')],
    [
      'a year shown where a month is the key',
      `-- counts: sales by sale_id
      with told as (
        select id as sale_id, date_trunc('month', contract_date)::date as month from sale
        where district_code = any(:districts::text[])
      ), by_month as (
        select month, count(*)::integer as n from told group by month
      )
      select date_trunc('year', month)::date as month, n from by_month`,
    ],
  ])('is refused with %s', async (_, sql) => {
    await server.reload(screenFiles(planted(sql)));
    const { broken, diagnostics } = server.context.definitions.current();
    expect(diagnostics.map(({ rule, file }) => `${rule} ${file}`)).toContain(
      'figure-key screens/report/planted.sql',
    );
    expect(broken.has('report/planted')).toBe(true);
  });
});
