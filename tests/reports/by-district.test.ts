// Reports that are kept of each district: they are those of all districts, whatever has changed since.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsFor, reportsOf } from '#scripts/bench/report-grids.ts';
import { type Caller, whoOf } from '#server/access/caller.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { writeAudit } from '#server/database/audit.ts';
import { findStale, keepGroup, openSeries } from '#server/database/part-store.ts';
import { scopeOf } from '#server/modules/document/paper-server.ts';
import { readRun } from '#server/reports/open-run.ts';
import { groupsOf } from '#server/reports/parts.ts';
import { openSource } from '#server/reports/row-source.ts';
import type { RowSource } from '#server/reports/rows.ts';
import { everybody } from '#tests/support/database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { tablesRead } from '#tests/support/tables-read.ts';

type Row = { readonly [column: string]: unknown };

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestApp({ demo: true, config: { keptByDistrictFrom: 0 } });
  const caller = await readCaller(server.context.database, 1);
  if (!caller) throw new Error('The office has no administrator.');
  admin = caller;
});
afterAll(() => server?.close());

/** Its entries are written with the rows that they tell of, whose tables are followed; those that go are older than any report asks for. */
const writtenBeside = 'audit';

interface Asked {
  readonly name: string;
  readonly sql: string;
  readonly parameters: number;
  readonly open: (caller: Caller) => Promise<RowSource>;
}

/** Each source of a report that is kept of each district, or stands on queries that are. */
async function asked(kind: 'by district' | 'standing' = 'by district'): Promise<readonly Asked[]> {
  const { context } = server;
  const scope = await scopeOf(admin, context);
  return reportsOf(context, new Set()).flatMap((report) =>
    [...report.sql].flatMap(([source, { sql, overKept }]): readonly Asked[] => {
      const linked = report.screen.data[source];
      if (linked?.kind !== 'sql') return [];
      if (kind === 'by district' ? !linked.byDistrict : linked.byDistrict || !overKept) return [];
      const ask = { screen: report.id, source, params: paramsFor(report, 'all', scope) };
      return [
        {
          name: `${report.id} ${source}`,
          sql: sql.text,
          parameters: sql.names.length,
          open: (caller) => openSource(ask, caller, context),
        },
      ];
    }),
  );
}

/** Sums of numbers in another order differ behind the tenth digit. */
function told(row: Row): string {
  return JSON.stringify(row, (_, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(9) : value,
  );
}

/** What is answered to whoever asks where no run is kept of a moment ago, but parts are. */
async function kept(source: RowSource, caller: Caller): Promise<readonly string[]> {
  await server.context.database.owner((client) => client.query('delete from report_runs.run'));
  const asking = { newerThan: null, whole: true, turn: true };
  return readRun(source, asking, caller, server.context, async (client, run) => {
    // Of the run that was put together, not of the statement itself.
    expect(run.source.text).toContain('from report_runs.r');
    const names = [...run.source.columns.keys()].map((name) => `"${name}"`).join(', ');
    const { rows } = await client.query<Row>(
      `select ${names} from (${run.source.text}) k`,
      run.source.values,
    );
    return rows.map(told).sort();
  });
}

async function computed(source: RowSource, caller: Caller): Promise<readonly string[]> {
  const { rows } = await server.context.database.read(whoOf(caller), { dataset: source.dataset }, (client) =>
    client.query<Row>(source.text, source.values),
  );
  return rows.map(told).sort();
}

describe('what is kept of each district', () => {
  it('is together what the report of all districts answers', async () => {
    const wrong: string[] = [];
    const sources = await asked();
    for (const { name, open } of sources) {
      const source = await open(admin);
      if (source.parts === null) wrong.push(`${name} is not read by district`);
      const [parts, whole] = [await kept(source, admin), await computed(source, admin)];
      if (JSON.stringify(parts) !== JSON.stringify(whole))
        wrong.push(
          `${name}: ${parts.length} rows, not ${whole.length}; ${whole.find((row) => !parts.includes(row))}`,
        );
    }
    expect(wrong).toEqual([]);
    expect(sources.length).toBeGreaterThanOrEqual(56);
  });

  it('is what a report reads that compares across districts', async () => {
    const wrong: string[] = [];
    const sources = await asked('standing');
    for (const { name, open } of sources) {
      const source = await open(admin);
      if (!source.standing) wrong.push(`${name} does not stand on what is kept`);
      const [over, whole] = [await kept(source, admin), await computed(source, admin)];
      if (JSON.stringify(over) !== JSON.stringify(whole))
        wrong.push(
          `${name}: ${over.length} rows, not ${whole.length}; ${whole.find((row) => !over.includes(row))}`,
        );
    }
    expect(wrong).toEqual([]);
    expect(sources.map(({ name }) => name)).toContain('report/salesratio study');
    expect(sources.length).toBeGreaterThanOrEqual(16);
  });

  it('stands on tables whose changes are noted', async () => {
    const missing: string[] = [];
    await server.context.database.owner(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where t.tgfoid = 'report_runs.note_change'::regproc group by 1 having count(*) = 4`,
      );
      const followed = new Set(rows.map(({ name }) => name));
      for (const { name, sql, parameters } of [...(await asked()), ...(await asked('standing'))]) {
        const { tables, called } = await tablesRead(client, sql, parameters);
        expect(tables.length, name).toBeGreaterThan(0);
        for (const table of tables)
          if (table !== writtenBeside && !followed.has(table)) missing.push(`${name} reads ${table}`);
        const day = /\b(office_today|current_date|now)\b/i;
        if (day.test(called) && !day.test(sql)) missing.push(`${name} knows the day by a function or a view`);
      }
    });
    expect(missing).toEqual([]);
  });
});

/** The districts that were read while `work` was done, each with those that it was read together with. */
async function readBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const moments = () =>
    server.context.database.owner(async (client) => {
      const { rows } = await client.query<{ code: string; moment: string }>(
        'select series || district_code as code, snapshot::text as moment from report_runs.part',
      );
      return new Map(rows.map(({ code, moment }) => [code, moment]));
    });
  const before = await moments();
  await work();
  const after = await moments();
  return [...after].filter(([code, moment]) => before.get(code) !== moment).map(([code]) => code.slice(64));
}

describe('what has changed since', () => {
  const of = async (name: string, caller = admin) => {
    const found = (await asked()).find((source) => source.name === name);
    if (!found) throw new Error(`${name} is not kept of each district.`);
    return found.open(caller);
  };
  const propertyIn = async (district: string) => {
    const { rows } = await server.context.database.owner((client) =>
      client.query<{ id: number }>(
        `select id from property where district_code = $1 and status = 'A' order by id limit 1`,
        [district],
      ),
    );
    return rows[0]?.id ?? 0;
  };
  const cancel = 'update property set status = $2::text where id = $1::bigint';

  it('is read of its district alone', async () => {
    const source = await of('report/propcount rows');
    await kept(source, admin);
    expect(await readBy(() => kept(source, admin))).toEqual([]);
    const id = await propertyIn('005');
    await server.context.database.write(everybody, (client) => client.query(cancel, [id, 'X']));
    let after: readonly string[] = [];
    const read = await readBy(async () => {
      after = await kept(source, admin);
    });
    expect(read).toContain('005');
    expect(read).not.toContain('001');
    expect(after).toEqual(await computed(source, admin));
    await server.context.database.write(everybody, (client) => client.query(cancel, [id, 'A']));
    expect(await kept(source, admin)).toEqual(await computed(source, admin));
  });

  it('is seen however long its transaction has been open, and nothing of one that was rolled back', async () => {
    const source = await of('report/propcount rows');
    const id = await propertyIn('001');
    const { database } = server.context;
    let during: readonly string[] = [];
    await database.write(everybody, async (client) => {
      await client.query(cancel, [id, 'X']);
      // Another district changes meanwhile, so all are looked at, and the open change is not among them.
      await database.write(everybody, async (other) => other.query(cancel, [await propertyIn('005'), 'O']));
      during = await kept(source, admin);
    });
    const after = await kept(source, admin);
    expect(after).toEqual(await computed(source, admin));
    expect(after).not.toEqual(during);
    const stopped = database.write(everybody, async (client) => {
      await client.query(cancel, [id, 'A']);
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await readBy(() => kept(source, admin))).toEqual([]);
  });

  it('is read again where a setting changes, and where the property of a sale lies in another district', async () => {
    const source = await of('report/saleprex rows');
    await kept(source, admin);
    const { database } = server.context;
    await database.owner((client) => client.query('update zone set code = code'));
    expect(await readBy(() => kept(source, admin))).toContain('001');
    const { rows } = await database.owner((client) =>
      client.query<{ id: number }>(
        `update sale set property_id = (select id from property where district_code = '005' order by id limit 1)
         where id = (select id from sale where district_code = '001' order by id limit 1) returning id`,
      ),
    );
    expect(rows).toHaveLength(1);
    await kept(source, admin);
    const id = await propertyIn('005');
    await database.write(everybody, (client) => client.query(cancel, [id, 'X']));
    const read = await readBy(() => kept(source, admin));
    expect(read).toEqual(expect.arrayContaining(['001', '005']));
    expect(read).not.toContain('511');
    expect(await kept(source, admin)).toEqual(await computed(source, admin));
  });

  it('is a resale whose sales lie in two districts, and none of two sales with one between them in another', async () => {
    const found = (await asked('standing')).find(({ name }) => name === 'report/resales rows');
    const source = await found?.open(admin);
    if (!source?.standing) throw new Error('Resales do not stand on what is kept.');
    const before = await kept(source, admin);
    const { database } = server.context;
    const { rows } = await database.owner((client) =>
      client.query<{ id: number; property: number }>(
        `insert into sale (district_code, property_id, purchase_price, contract_date, synthetic)
         select s.district, p.id, s.price, s.day::date, true
         from (select id from property as p where district_code = '005' and not exists (select from sale where property_id = p.id)
           order by id limit 1) as p,
           (values ('001', 500000, '2024-01-10'), ('005', 600000, '2025-09-01'), ('001', 700000, '2026-03-01')) as s (district, price, day)
         returning id, property_id as property`,
      ),
    );
    const ids = rows.map(({ id }) => id);
    const pairs = (told: readonly string[]) =>
      told.flatMap((row) => {
        const { property_id, first_sale_id, second_sale_id, first_price } = JSON.parse(row) as Row;
        return property_id === rows[0]?.property ? [[first_sale_id, second_sale_id, first_price]] : [];
      });
    const after = await kept(source, admin);
    expect(after).toEqual(await computed(source, admin));
    expect(after.length).toBe(before.length + 2);
    expect(pairs(after).sort()).toEqual([
      [ids[0], ids[1], 500_000],
      [ids[1], ids[2], 600_000],
    ]);
    await database.write(everybody, (client) =>
      client.query('update sale set purchase_price = 510000 where id = $1::bigint', [ids[0]]),
    );
    expect(pairs(await kept(source, admin))).toContainEqual([ids[0], ids[1], 510_000]);
  });

  it('is not told to whoever may not see the district', async () => {
    const narrow: Caller = { ...admin, id: admin.id, districts: ['001', '002'] };
    const all = await of('report/propcount rows');
    const source = await of('report/propcount rows', narrow);
    const rows = await kept(source, narrow);
    expect(rows).toEqual(await computed(source, narrow));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan((await kept(all, admin)).length);
    expect(rows.filter((row) => !/"district_code":"00[12]"/.test(row))).toEqual([]);
  });

  it('is no stale reading of what the person writes while it is put together', async () => {
    const source = await of('report/propcount rows');
    await kept(source, admin);
    const { database } = server.context;
    const id = await propertyIn('005');
    const { rows } = await database.owner((client) =>
      client.query<{ key: string }>('delete from report_runs.run returning key'),
    );
    const asking = { newerThan: null, whole: true, turn: true };
    const run = () => readRun(source, asking, admin, server.context, async () => null);
    let putTogether: Promise<unknown> = Promise.resolve();
    // Held where its parts are read and the run is not begun yet.
    await database.owner(async (holding) => {
      await holding.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [rows[0]?.key]);
      putTogether = run();
      await expect
        .poll(async () => {
          const waiting = await database.owner((client) =>
            client.query(
              "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
            ),
          );
          return waiting.rows.length;
        })
        .toBe(1);
      // As a save does: with its entry in the history.
      await database.write({ ...everybody, userId: admin.id }, async (client) => {
        await client.query(cancel, [id, 'X']);
        await writeAudit(client, admin.id, {
          ...{ table: 'property', id, action: 'update', fromVersion: null, fields: {} },
          ...{ forced: false, district: '005', synthetic: true },
        });
      });
    });
    await putTogether;
    const seen = await readRun(source, asking, admin, server.context, async (client, one) => {
      const answer = await client.query<Row>(`select * from (${one.source.text}) k`, one.source.values);
      return answer.rows.map(({ '#': _, ...row }) => told(row)).sort();
    });
    expect(seen).toEqual(await computed(source, admin));
    await database.write({ ...everybody, userId: admin.id }, (client) => client.query(cancel, [id, 'A']));
  });

  it('is answered to the transaction alone that was begun for it, and only whole', async () => {
    const { database } = server.context;
    const source = (await asked('standing')).find(({ name }) => name === 'report/salesratio study');
    await kept((await source?.open(admin)) as RowSource, admin);
    const { rows } = await database.owner((client) =>
      client.query<{ key: string; n: number }>(
        `select p.series as key, count(*)::integer as n from report_runs.part p join report_runs.series s on s.key = p.series
         group by 1 order by max(s.used_at) desc limit 1`,
      ),
    );
    const { key = '', n = 0 } = rows[0] ?? {};
    const ask = (districts: number, begunFor: readonly string[]) =>
      database.read(whoOf(admin), { kept: begunFor }, (client) =>
        client.query('select * from kept_rows($1::text, $2::integer) as k (a text)', [key, districts]),
      );
    await expect(ask(n, [])).rejects.toMatchObject({ code: '42501' });
    await expect(ask(n, ['0'.repeat(64)])).rejects.toMatchObject({ code: '42501' });
    await expect(ask(n + 1, [key])).rejects.toMatchObject({ code: 'CA001' });
    // Its columns are others than the one that is named here.
    await expect(ask(n, [key])).rejects.toMatchObject({ code: '42804' });
  });

  it('is read again where it is gone', async () => {
    const { database } = server.context;
    const source = await of('report/propcount rows');
    await kept(source, admin);
    // As new views take them away; the run of a moment ago would answer, too.
    await database.owner((client) =>
      client.script('delete from report_runs.part; delete from report_runs.run'),
    );
    let after: readonly string[] = [];
    const read = await readBy(async () => {
      after = await kept(source, admin);
    });
    expect(read).toContain('001');
    // Once, though the rows of before were still there.
    expect(after).toEqual(await computed(source, admin));
  });
});

it('is not done for offices where all districts are read as quickly as one', async () => {
  const small = await server.beside({ keptByDistrictFrom: 50_000 });
  const scope = await scopeOf(admin, small.context);
  const report = reportsOf(small.context, new Set(['report/propcount']))[0];
  if (!report) throw new Error('report/propcount is gone.');
  const ask = { screen: report.id, source: 'rows', params: paramsFor(report, 'all', scope) };
  expect((await openSource(ask, admin, small.context)).parts).toBeNull();
  expect((await openSource(ask, admin, server.context)).parts).not.toBeNull();
});

describe('districts that are read together', () => {
  const sizes = new Map([
    ['001', 6_000],
    ['002', 3_000],
    ['003', 2_000],
    ['004', 30_000],
  ]);
  const fresh = ['001', '002', '003', '004', '005', '006'].map((code) => ({ code, group: null }));

  it('are small ones up to ten thousand properties, and none beside a large one but those without any', () => {
    expect(groupsOf(fresh, sizes)).toEqual([['001', '002'], ['003'], ['004'], ['005', '006']]);
  });

  it('stay together until they have grown too large', () => {
    const known = fresh.map(({ code }) => ({ code, group: code < '003' ? '001' : code }));
    expect(groupsOf(known, new Map([...sizes, ['002', 4_000]]))[0]).toEqual(['001', '002']);
    expect(groupsOf(known, new Map([...sizes, ['002', 5_000]])).slice(0, 2)).toEqual([
      ['001'],
      ['002', '003'],
    ]);
  });

  it('leave no row behind, and take none away, where they come apart', async () => {
    const { database, now } = server.context;
    const columns = new Map([['code', { id: 'code', type: 'text' as const }]]);
    const sourceOf = (codes: readonly string[]) => ({
      text: 'select unnest($1::text[]) as code',
      values: [codes],
      columns,
      rowLimit: null,
      run: { types: ['text'] },
    });
    const series = await openSeries(database, 'come apart', sourceOf([]), now());
    const keep = (codes: readonly string[]) =>
      keepGroup(database, series, codes, sourceOf(codes), (work) => database.read(everybody, {}, work));
    const rows = async () =>
      (
        await database.owner((client) =>
          client.query<{ code: string }>(`select code from report_runs.${series.table} order by code`),
        )
      ).rows.map(({ code }) => code);
    await keep(['001', '002', '003']);
    await database.owner((client) =>
      client.query(
        `insert into report_runs.district_change (district_code, xact) values ('002', pg_current_xact_id())`,
      ),
    );
    await keep(['001']);
    expect(await rows()).toEqual(['001']);
    expect((await findStale(database, series.key, ['001', '002', '003'])).map(({ code }) => code)).toEqual([
      '002',
      '003',
    ]);
    await keep(['002', '003']);
    expect(await rows()).toEqual(['001', '002', '003']);
    expect(await findStale(database, series.key, ['001', '002', '003'])).toEqual([]);
  });
});
