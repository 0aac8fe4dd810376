// Exports: what is ready goes into a file, and is marked with it or not at all.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  await sql(`
    insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2'), ('RAA', '002', 'R2');
    insert into property (id, district_code, zone_code, component_code, area, area_unit) values
      (1, '001', 'R2', 'RAA', 600, 'M'), (2, '001', 'R2', 'RAA', 700, 'M'), (3, '002', 'R2', 'RAA', 800, 'M');
    update sysparam set value = 'Hunter; "Values"' where name = 'COMPNAME'`);
  for (const [name, role, districts] of [
    ['otto', 'office', ['001', '002']],
    ['ona', 'office', ['001']],
    ['fay', 'office', ['002']],
    ['vic', 'valuer', ['001', '002']],
    ['ada', 'administrator', ['001', '002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());
beforeEach(() =>
  sql(
    'delete from export_message; delete from export_item; delete from export_job; delete from supp; delete from analysis; delete from benchmark_year; delete from property_value',
  ),
);

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const call = (method: string, path: string, by = 'otto', body?: unknown) =>
  server.call(method, path, { token: tokens[by] ?? null, ...(body === undefined ? {} : { body }) });

/** A supp that passes its checks, with one value of 2026. */
const supp = (id: number, property: number, more: Record<string, string> = {}, value = '500000') => {
  const fields: Record<string, string> = {
    id: String(id),
    property_id: String(property),
    supp_type: `'PO'`,
    vg_workflow: `'W${id}'`,
    received_on: `'2026-10-01'`,
    valuer_id: '1',
    inspected_on: `'2026-10-05'`,
    transmit_status: `'T'`,
    ...more,
  };
  return sql(`
    insert into supp (${Object.keys(fields).join(', ')}) overriding system value values (${Object.values(fields).join(', ')});
    insert into supp_value (supp_id, base_date, land_value, muaf_pct) values (${id}, '2026-07-01', ${value}, null)`);
};
const create = (districts: readonly string[], by = 'otto', more: object = {}) =>
  call('POST', '/exports', by, { type: 'supps', districts, ...more });
/** Begins an export and waits for its end. */
const exported = async (districts: readonly string[], by = 'otto', more: object = {}) => {
  const begun = await create(districts, by, more);
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  await server.context.jobs.idle();
  const [row] = await rows(`select * from export_job where id = ${begun.json.id}`);
  return row as Record<string, unknown> & { id: number };
};
const states = async () =>
  Object.fromEntries(
    (await rows('select id, transmit_status as s, batch as b from supp')).map(({ id, s, b }) => [
      id,
      b === null ? s : `${s} ${b}`,
    ]),
  );
const fetched = (id: number, by = 'otto') => call('GET', `/exports/${id}/file`, by);
const told = () =>
  rows(
    `select notify_detail as detail from notification where notify_type = 'EXPTDONE' order by id desc limit 1`,
  );

describe('an export of supps', () => {
  it('is a file of what is ready, and marks just that as sent', async () => {
    await supp(11, 1, { valuer_comment: `'Says "no";\nthen =1+1'`, basis_code: `'6A'` });
    await sql(
      `insert into supp_value (supp_id, base_date, land_value, heritage_value, muaf_pct) values (11, '2025-07-01', 480000, 1, 12.5)`,
    );
    await sql(`insert into check_result (item_type, item_id, district_code, rule, base_date, series, severity, message, acknowledged_comment)
      select 'SU', f.item_id, '001', f.rule, f.base_date, f.series, f.severity, f.message, 'As agreed'
      from check_findings('SU', 'supp_checked', '{11}') f where f.severity = 'E'`);
    await supp(12, 2, { transmit_status: `'F'` });
    const row = await exported(['001']);
    expect(row).toMatchObject({
      state: 'READY',
      items: 1,
      kept_out: 0,
      error_count: 0,
      line_count: 5,
      problem: null,
    });
    const file = await fetched(row.id);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="SUPPS_001_EXP-${row.id}.csv"`);
    expect(file.bytes.toString('utf8').split('\r\n')).toEqual([
      `A;SUPPS;001;20261120 13:30;"Hunter; ""Values""";1;EXP-${row.id};`,
      `S;W11;11;1;PO;14B;6A;"Says ""no"";\nthen =1+1"`,
      'V;11;20250701;LT;480000;;;;;1;12.5;;;',
      'V;11;20260701;LT;500000;;;;;;;;;',
      'Z;5;S;1;V;2',
      '',
    ]);
    expect(row).toMatchObject({
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      size_bytes: file.bytes.length,
    });
    expect((await fetched(row.id)).bytes.equals(file.bytes)).toBe(true);
    expect(await states()).toEqual({ 11: `S EXP-${row.id}`, 12: 'F' });
    expect(await told()).toEqual([
      {
        detail: {
          filename: `SUPPS_001_EXP-${row.id}.csv`,
          exportId: row.id,
          error_count: 0,
          warn_count: row.warn_count,
        },
      },
    ]);
    // In one step of its history.
    expect(
      await rows(`select fields from audit where table_name = 'supp' and row_id = 11 order by id`),
    ).toEqual([
      { fields: { transmit_status: { old: 'T', new: 'S' }, batch: { old: null, new: `EXP-${row.id}` } } },
    ]);
  });

  it('of several districts is a ZIP with a file of each; one without anything that passes has none', async () => {
    await supp(21, 1);
    await supp(22, 3);
    const row = await exported(['002', '001']);
    const file = await fetched(row.id);
    expect([row.filename, file.headers['content-type']]).toEqual([
      `SUPPS_EXP-${row.id}.zip`,
      'application/zip',
    ]);
    const names = Object.keys(unzipSync(file.bytes));
    expect(names).toEqual([`SUPPS_001_EXP-${row.id}.csv`, `SUPPS_002_EXP-${row.id}.csv`]);
    await sql(`update supp set transmit_status = 'T'; update supp set vg_workflow = null where id = 22`);
    expect(await exported(['001', '002'])).toMatchObject({
      state: 'READY',
      filename: expect.stringMatching(/^SUPPS_001_/),
      items: 1,
    });
  });

  it('of more items than one statement may ask for is the same file, asked for by districts', async () => {
    for (const [id, property] of [
      [21, 1],
      [22, 3],
      [23, 1],
    ] as const)
      await supp(id, property);
    const { config, database } = server.context;
    /** Of each statement for lines, the districts that it asks. */
    let asked: string[] = [];
    const write = database.write.bind(database);
    const watched: typeof database.write = (who, work, options) =>
      write(
        who,
        (client) => {
          const batches: typeof client.batches = (text, values, size) => {
            if (text.includes('supp_value')) asked.push(JSON.stringify(values?.find(Array.isArray)));
            return client.batches(text, values, size);
          };
          return work(Object.assign(Object.create(client), { batches }));
        },
        options,
      );
    const spy = vi.spyOn(database, 'write').mockImplementation(watched);
    const made = async (exportItemsAtOnce: number) => {
      Object.assign(config, { exportItemsAtOnce });
      asked = [];
      const row = await exported(['001', '002']);
      await sql(`update supp set transmit_status = 'T', batch = null`);
      const parts = Object.values(unzipSync((await fetched(row.id)).bytes));
      return parts.map((part) => Buffer.from(part).toString('utf8').replaceAll(`EXP-${row.id}`, 'EXP'));
    };
    try {
      const whole = await made(200_000);
      expect(whole).toHaveLength(2);
      const together = [...asked];
      expect(await made(1)).toEqual(whole);
      expect(asked.length).toBeGreaterThan(together.length);
      expect(await made(2)).toEqual(whole);
    } finally {
      spy.mockRestore();
      Object.assign(config, { exportItemsAtOnce: 200_000 });
    }
  });

  it('keeps out what fails a check or lacks a field, with a message that leads to it', async () => {
    await supp(31, 1);
    await supp(32, 2, { vg_workflow: 'null' });
    await supp(33, 1, {}, '0');
    await supp(34, 2, { supp_type: `'PX'` }, 'null');
    await supp(35, 2, { valuer_comment: `repeat('ö', 2001)` });
    const row = await exported(['001']);
    expect(row).toMatchObject({ state: 'READY', items: 3, kept_out: 2, error_count: 2 });
    expect(await states()).toMatchObject({
      31: `S EXP-${row.id}`,
      32: 'T',
      33: 'T',
      34: `S EXP-${row.id}`,
      35: `S EXP-${row.id}`,
    });
    const text = (await fetched(row.id)).bytes.toString('utf8');
    expect(text.match(/^S;\w*;(\d+)/gm)).toEqual(['S;W31;31', 'S;W34;34', 'S;W35;35']);
    expect(text).toContain(`;${'ö'.repeat(2000)}\r\n`);
    expect(
      await rows(
        `select item_id, severity, rule, message from export_message where severity = 'E' or rule = 'CUT' order by item_id`,
      ),
    ).toEqual([
      { item_id: 32, severity: 'E', rule: 'EMPTY', message: 'VG workflow is empty. The file needs it.' },
      {
        item_id: 33,
        severity: 'E',
        rule: '001',
        message: 'The land value is missing or 0. Fill in a value of at least 1. (1 Jul 2026, LT)',
      },
      {
        item_id: 35,
        severity: 'W',
        rule: 'CUT',
        message: 'Comment has 2001 characters, the file holds 2000: what is beyond is cut.',
      },
    ]);
    expect(await rows('select item_id, outcome from export_item order by item_id')).toMatchObject([
      { item_id: 31, outcome: 'SENT' },
      { item_id: 32, outcome: 'KEPT_OUT' },
      { item_id: 33, outcome: 'KEPT_OUT' },
      { item_id: 34, outcome: 'SENT' },
      { item_id: 35, outcome: 'SENT' },
    ]);
  });

  it('fails as a whole where the setting says so, and where nothing passes; the messages stay', async () => {
    await supp(41, 1);
    await supp(42, 2, {}, '0');
    await sql(`update setting set flag = true where key = 'export.error.fails'`);
    const whole = await exported(['001']);
    expect(whole).toMatchObject({
      state: 'FAILED',
      filename: null,
      error_count: 1,
      problem:
        'Supps: One of them fails a check, and an error fails the whole export here. Nothing was sent.',
    });
    await sql(
      `update setting set flag = null where key = 'export.error.fails'; delete from supp where id = 41`,
    );
    const none = await exported(['001']);
    expect(none).toMatchObject({
      state: 'FAILED',
      problem: 'Supps: none of 1 passes its checks. Nothing was sent.',
    });
    expect(await rows('select export_id, item_id, rule from export_message order by id')).toEqual([
      { export_id: whole.id, item_id: 42, rule: '001' },
      { export_id: none.id, item_id: 42, rule: '001' },
    ]);
    expect(await states()).toEqual({ 42: 'T' });
    expect((await fetched(none.id)).status).toBe(422);
    expect((await told())[0]?.detail).toMatchObject({ exportId: none.id, filename: 'Supps', error_count: 1 });
  });

  it('names what was sent before', async () => {
    await supp(51, 1);
    const first = await exported(['001']);
    await sql(`update supp set transmit_status = 'T'`);
    await supp(52, 2);
    expect((await call('GET', '/exports/ready/supps')).json.items).toEqual([
      {
        district_code: '001',
        district_name: expect.any(String),
        ready: 2,
        sent_before: 1,
        last_export: first.id,
        last_at: expect.any(String),
        warning: null,
      },
    ]);
    expect(await exported(['001'])).toMatchObject({ items: 2, sent_before: 1 });
    expect(await rows('select item_id, sent_before from export_item order by id')).toEqual([
      { item_id: 51, sent_before: null },
      { item_id: 51, sent_before: first.id },
      { item_id: 52, sent_before: null },
    ]);
  });
});

describe('whoever exports', () => {
  it('needs the right, works in the districts, and has something ready', async () => {
    await supp(61, 1);
    const refused = async (answer: ReturnType<typeof create>) => {
      const { status, json } = await answer;
      return [status, json.message, json.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect((await create(['001'], 'vic')).status).toBe(403);
    expect(await refused(create(['001', '002'], 'ona'))).toEqual([
      403,
      'You do not work in district 002. Nothing was exported.',
      ['/districts/1'],
    ]);
    expect(await refused(create(['001', '002']))).toEqual([
      422,
      'Supps: District 002 has nothing ready. Nothing was exported.',
      ['/districts/1'],
    ]);
    expect((await call('POST', '/exports', 'otto', { type: 'nothing', districts: ['001'] })).status).toBe(
      404,
    );
    expect((await create([])).status).toBe(400);
    expect((await call('GET', '/exports/ready/supps', 'fay')).json.items).toEqual([]);
    expect((await call('GET', '/exports/ready/supps', 'vic')).status).toBe(403);
    expect(await rows('select from export_job')).toEqual([]);
  });

  it('finds no export of another region', async () => {
    await supp(62, 1);
    const { id } = await exported(['001']);
    for (const [method, path, body] of [
      ['GET', `/exports/${id}/file`],
      ['PUT', `/exports/${id}/cancel`],
      ['PUT', `/exports/${id}/archive`, { archived: true }],
    ] as const)
      expect([path, (await call(method, path, 'fay', body)).status]).toEqual([path, 404]);
    expect((await call('PUT', `/exports/${id}/archive`, 'ona', { archived: true })).json).toEqual({
      id,
      archived: true,
    });
    expect((await fetched(id, 'ona')).status).toBe(200);
    expect((await call('PUT', `/exports/${id}/cancel`)).json.message).toBe(
      `Export ${id} has ended already and cannot be cancelled.`,
    );
  });
});

describe('an export that does not reach its end', () => {
  const dead = "locked_by = 'elsewhere:1:dead', heartbeat_at = now() - interval '1 hour'";
  /** Queued, and taken by nobody here. */
  const queued = async () => {
    const [job] = await rows(
      `insert into job (kind, lane, payload, created_by, state, locked_by, heartbeat_at)
       select 'export', 'export', '{}', u.id, 'running', 'elsewhere:1:dead', now() from app_user u where u.username = 'otto' returning id`,
    );
    const [made] = await rows(
      `insert into export_job (type, districts, job_id) values ('supps', '{001}', ${job?.id}) returning id`,
    );
    return { job: Number(job?.id), id: Number(made?.id) };
  };

  it.each(['QUEUED', 'PROCESSING', 'VALIDATING'])(
    'killed while it is %s has sent nothing, and the next one sends all',
    async (state) => {
      await supp(71, 1);
      const { job, id } = await queued();
      await sql(
        `update export_job set state = '${state}' where id = ${id}; update job set ${dead} where id = ${job}`,
      );
      // What it had written of its file.
      const folder = join(server.context.config.dataDir, 'exports');
      mkdirSync(folder, { recursive: true });
      for (const name of [`${id}`, `${id}.part`]) writeFileSync(join(folder, name), 'half');
      await server.context.jobs.look();
      await server.context.jobs.idle();
      expect(await rows(`select state, problem from export_job where id = ${id}`)).toEqual([
        { state: 'FAILED', problem: expect.stringMatching(/^Interrupted/) },
      ]);
      expect([await states(), readdirSync(folder).filter((name) => name.startsWith(`${id}`))]).toEqual([
        { 71: 'T' },
        [],
      ]);
      const row = await exported(['001']);
      expect([row.state, await states()]).toEqual(['READY', { 71: `S EXP-${row.id}` }]);
    },
  );

  it('killed after it was ready stays ready, and is told of', async () => {
    await supp(72, 1);
    const row = await exported(['001']);
    await sql(`delete from notification; update job set state = 'running', ${dead} where id = ${row.job_id}`);
    await server.context.jobs.look();
    expect(await rows('select state, problem from export_job')).toEqual([{ state: 'READY', problem: null }]);
    expect((await fetched(row.id)).status).toBe(200);
    expect(await told()).toMatchObject([{ detail: { exportId: row.id, error_count: 0 } }]);
  });

  it('ended by others meanwhile keeps nothing', async () => {
    await supp(73, 1);
    // The export is given up for dead between its file and its end.
    await sql(`create function ended() returns trigger language plpgsql as $$ begin
        update export_job set state = 'FAILED' where id = new.export_id; return new; end $$;
      create trigger ended before insert on export_item for each row execute function ended()`);
    const row = await exported(['001']);
    await sql('drop trigger ended on export_item; drop function ended');
    expect([row.state, row.problem, await states()]).toEqual([
      'FAILED',
      'The export was ended meanwhile. Nothing was sent.',
      { 73: 'T' },
    ]);
  });

  it('whose file cannot be written has sent nothing', async () => {
    await supp(74, 1);
    const folder = join(server.context.config.dataDir, 'exports');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'No folder.');
    const row = await exported(['001']);
    rmSync(folder);
    expect([row.state, row.filename, await states()]).toEqual(['FAILED', null, { 74: 'T' }]);
    expect((await exported(['001'])).state).toBe('READY');
  });

  it('is cancelled while it waits, and while it runs', async () => {
    await supp(75, 1);
    const { id, job } = await queued();
    const waiting = await create(['001']);
    expect((await create(['001'])).json.message).toBe(
      'The same export is under way already. Wait until it is done, or cancel it.',
    );
    expect(
      (await call('PUT', `/exports/${waiting.json.id}/archive`, 'otto', { archived: true })).status,
    ).toBe(422);
    expect((await call('PUT', `/exports/${waiting.json.id}/cancel`)).json).toEqual({ id: waiting.json.id });
    expect((await call('PUT', `/exports/${id}/cancel`)).status).toBe(200);
    expect(await rows(`select cancel_requested from job where id = ${job}`)).toEqual([
      { cancel_requested: true },
    ]);
    await sql(`delete from job where id = ${job}`);
    const [row] = await rows(
      `select e.state, e.problem, u.username from export_job e left join app_user u on u.id = e.ended_by where e.id = ${waiting.json.id}`,
    );
    expect([row, await states()]).toEqual([
      { state: 'FAILED', problem: 'It was cancelled. Nothing was sent.', username: 'otto' },
      { 75: 'T' },
    ]);
  });
});

/** The lines of the one file of an export. */
const linesOf = async (id: number, by = 'ada') =>
  (await fetched(id, by)).bytes.toString('utf8').split('\r\n');

const market = () =>
  sql(`
    insert into property_value (property_id, base_date, land_value, authority_code, basis_code, method, factor_applied, factor_component,
      risk_rating, muaf_pct, verification_type, verified_on) values
      (1, '2025-07-01', 400000, '14A', '6A', 'H', null, null, '3-LOWRISK', null, null, null),
      (1, '2026-07-01', 420000, '14A', '6A', 'F', 1.05, 'RAA', '3-LOWRISK', 12.5, 'INSPECTD', '2026-08-03'),
      (2, '2026-07-01', 0, '14A', '6A', 'H', null, null, null, null, null, null);
    insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, comment) values
      (1, '001', 'RAA', '2026-07-01', 'P', 'Corner; sold'), (2, '001', 'RAA', '2025-07-01', 'P', 'Of another year');
    update app_user set api_no = '77', full_name = 'Ada A' where username = 'ada';
    insert into analysis (id, property_id, district_code, zone_code, component_code, valuer_id, inspection_date, analysis_date, contract_date,
      sale_code, purchase_price, interest_pct, area, suitability, added_value, analysed_lv, monthly_pct, alv_lt, alv_future, analysed_rate,
      sale_summary, state)
    overriding system value
    select v.id, v.id - 80, '001', 'R2', 'RAA', u.id, '2026-09-01', '2026-09-02', '2024-10-15', 'AVI', 850000, null, 650, 'IN', 298000,
      527000, 0.5, 550000, 584000, 810, v.summary, v.state
    from (values (81, 'Level lot; ' || repeat('a', 2000), 'EXPORTABLE'), (82, null, 'DRAFT')) v (id, summary, state), app_user u
    where u.username = 'ada'`);

describe('a disk that is full', () => {
  it('fails the export in a sentence and marks nothing; with room again all is sent', async (context) => {
    const folder = join(server.context.config.dataDir, 'exports');
    mkdirSync(folder, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
    if (!mounted) context.skip('A small disk cannot be mounted here.');
    try {
      await sql(`insert into supp (id, property_id, supp_type, vg_workflow, received_on, valuer_id, inspected_on, transmit_status, valuer_comment)
          overriding system value select 200000 + n, 1, 'PO', 'W' || n, '2026-10-01', 1, '2026-10-05', 'T', repeat('a', 2000)
          from generate_series(1, 50) n;
        insert into supp_value (supp_id, base_date, land_value) select id, '2026-07-01', 500000 from supp`);
      const row = await exported(['001']);
      expect([row.state, row.filename, row.problem]).toEqual([
        'FAILED',
        null,
        expect.stringContaining('cannot write to its disk'),
      ]);
      expect(await rows(`select distinct transmit_status as s, batch from supp`)).toEqual([
        { s: 'T', batch: null },
      ]);
      expect([await rows('select from export_item'), readdirSync(folder)]).toEqual([[], []]);
    } finally {
      if (mounted) spawnSync('umount', [folder]);
    }
    expect(await exported(['001'])).toMatchObject({ state: 'READY', items: 50 });
  });
});

describe('market data and annual values', () => {
  it('market data has analyses, summaries and benchmarks; the analyses become exported', async () => {
    await market();
    const row = await exported(['001'], 'ada', { type: 'market' });
    expect(row).toMatchObject({ state: 'READY', items: 1, base_date: '2026-07-01', error_count: 0 });
    expect(row.filename).toBe(`MARKET_001_2026_EXP-${row.id}.csv`);
    expect(await linesOf(row.id)).toEqual([
      `A;MARKET;001;20261120 13:30;"Hunter; ""Values""";1;EXP-${row.id};20260701`,
      'M;81;1;;20241015;850000;;AVI;IN;650;R2;RAA;298000;527000;0.5;550000;584000;810;Ada A;77;20260901;20260902',
      `T;81;"Level lot; ${'a'.repeat(1989)}"`,
      'B;001;RAA;1;P;400000;420000;"Corner; sold"',
      'Z;5;M;1;T;1;B;1',
      '',
    ]);
    expect(await rows('select id, state, exported from analysis order by id')).toEqual([
      { id: 81, state: 'EXPORTED', exported: true },
      { id: 82, state: 'DRAFT', exported: false },
    ]);
    // By the option, an exported analysis is the best evidence.
    expect(await rows('select risk_rating from property where id = 1')).toEqual([
      { risk_rating: '1-ANLYSALE' },
    ]);
    expect(await rows('select severity, rule, item_id from export_message order by id')).toEqual([
      { severity: 'W', rule: 'CUT', item_id: 81 },
    ]);
    // Who may export files and not change analyses. Rights that were read are remembered for a while: somebody new asks.
    expect((await call('GET', '/exports/ready/market', 'otto')).status).toBe(200);
    await sql(
      `delete from role_permission where perm = 'anlyU' and role_id = (select id from role where name = 'office')`,
    );
    await server.addUser('ola', 'office', ['001']);
    tokens.ola = await server.tokenOf('ola');
    expect((await call('GET', '/exports/ready/market', 'ola')).status).toBe(403);
    await sql(
      `insert into role_permission (role_id, perm) select id, 'anlyU' from role where name = 'office'`,
    );
  });

  it('thousands of analyses are marked and rated a batch at a time, not one by one', async () => {
    await market();
    await sql(`
      update property set risk_rating = null;
      insert into analysis (property_id, district_code, zone_code, component_code, valuer_id, inspection_date, analysis_date, contract_date,
        purchase_price, suitability, analysed_lv, alv_lt, state)
      select 2, '001', 'R2', 'RAA', u.id, '2026-09-01', '2026-09-02', '2024-10-15', 850000, 'IN', 527000, 550000, 'EXPORTABLE'
      from app_user u, generate_series(1, 40) where u.username = 'ada';
      create sequence updates;
      create function counted() returns trigger language plpgsql as $$ begin perform nextval('updates'); return null; end $$;
      grant usage on sequence updates to cadastre_writer;
      create trigger counted after update on analysis for each statement execute function counted()`);
    const row = await exported(['001'], 'ada', { type: 'market' });
    const [count] = await rows('select last_value::integer as n from updates');
    await sql('drop trigger counted on analysis; drop function counted; drop sequence updates');
    expect(row).toMatchObject({ state: 'READY', items: 41 });
    expect(count?.n).toBeLessThan(5);
    expect(await rows('select id, risk_rating from property where id < 3 order by id')).toEqual([
      { id: 1, risk_rating: '1-ANLYSALE' },
      { id: 2, risk_rating: '1-ANLYSALE' },
    ]);
  });

  it('annual values wait for market data, unless it is confirmed', async () => {
    await market();
    const warning = 'Market data of this year was not exported yet.';
    expect((await call('GET', '/exports/ready/values')).json).toMatchObject({
      type: [{ title: 'Annual values', base_year: 2026 }],
      items: [{ district_code: '001', ready: 2, warning }],
    });
    const early = await create(['001'], 'otto', { type: 'values' });
    expect([early.status, early.json.message, early.json.errors]).toEqual([
      422,
      `District 001: ${warning} Confirm to export all the same.`,
      [{ pointer: '/confirmed', message: warning }],
    ]);
    expect((await exported(['001'], 'otto', { type: 'values', confirmed: true })).state).toBe('READY');
    await exported(['001'], 'ada', { type: 'market' });
    const row = await exported(['001'], 'otto', { type: 'values' });
    expect(row).toMatchObject({ state: 'READY', items: 1, kept_out: 1, error_count: 1 });
    expect(await linesOf(row.id, 'otto')).toEqual([
      `A;VALUES;001;20261120 13:30;"Hunter; ""Values""";1;EXP-${row.id};20260701`,
      'L;1;20260701;420000;14A;6A;;;;;;12.5;;;;F;RAA;1.05;3-LOWRISK;INSPECTD;20260803',
      'Z;3;L;1',
      '',
    ]);
    expect(
      await rows(
        `select item_id, severity, rule, message from export_message where export_id = ${row.id} order by id`,
      ),
    ).toEqual([
      { item_id: 2, severity: 'E', rule: 'ZERO', message: 'Its value of the year is 0.' },
      {
        item_id: null,
        severity: 'W',
        rule: 'OPEN',
        message: 'The year 2026 of district 001 is not locked: its values can still change.',
      },
    ]);
  });
});

describe('improvement schedules', () => {
  it('go into the file of each district in which they hold', async () => {
    await sql(`
      delete from improvement_schedule;
      insert into improvement_schedule (id, scope, name, district) overriding system value values
        (1, 'GLOBAL', 'Office', null), (2, 'DISTRICT', 'Own', '001'), (3, 'DISTRICT', 'Old', '001'), (4, 'DISTRICT', 'Empty', '002');
      update improvement_schedule set valid_to = '2020-06-30' where id = 3;
      insert into improvement_rate (schedule_id, posn, type, description, unit, low, high, condition) values
        (1, 1, 'MA', 'Dwelling; brick', 'm2', 1200, 1450.50, null), (2, 1, 'FE', 'Fence', 'm', 40, 55, 'GOOD'),
        (3, 1, 'FE', 'Fence', 'm', 1, 2, null)`);
    const row = await exported(['001', '002'], 'ada', { type: 'schedules' });
    expect(row).toMatchObject({ state: 'READY', items: 3, line_count: 7, error_count: 0 });
    const files = unzipSync((await fetched(row.id, 'ada')).bytes);
    const lines = Object.values(files).map((bytes) =>
      Buffer.from(bytes).toString('utf8').split('\r\n').slice(1, -1),
    );
    expect(lines).toEqual([
      [
        'I;DISTRICT;001;Own;FE;Fence;m;40;55;GOOD;19000101;99991231',
        'I;GLOBAL;;Office;MA;"Dwelling; brick";m2;1200;1450.5;;19000101;99991231',
        'Z;4;I;2',
      ],
      ['I;GLOBAL;;Office;MA;"Dwelling; brick";m2;1200;1450.5;;19000101;99991231', 'Z;3;I;1'],
    ]);
  });
});

describe('an error in the 4,999th of 5,000 supps', () => {
  it('keeps that one out', async () => {
    await sql(`insert into supp (id, property_id, supp_type, vg_workflow, received_on, valuer_id, inspected_on, transmit_status)
        overriding system value select 100000 + n, 1, 'PO', case when n <> 4999 then 'W' || n end, '2026-10-01', 1, '2026-10-05', 'T'
        from generate_series(1, 5000) n;
      insert into supp_value (supp_id, base_date, land_value) select id, '2026-07-01', 500000 from supp`);
    const row = await exported(['001']);
    expect(row).toMatchObject({
      state: 'READY',
      items: 4999,
      kept_out: 1,
      error_count: 1,
      line_count: 10_000,
    });
    expect(await rows(`select id from supp where transmit_status = 'T'`)).toEqual([{ id: 104999 }]);
    expect((await fetched(row.id)).bytes.toString('utf8')).toMatch(/\r\nZ;10000;S;4999;V;4999\r\n$/);
    expect(existsSync(join(server.context.config.dataDir, 'exports', String(row.id)))).toBe(true);
  });
});
