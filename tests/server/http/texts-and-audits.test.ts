// Texts of reports, tests of the audit, their notes, and imported values by the generic calls.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let viewer: string;
let foreign: string;
let head: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:00:00Z' });
  await server.database.owner((client) =>
    client.script(`
      insert into component (code, district_code, description, zone_code) values ('RAA', '001', 'One', 'R2');
      insert into property (id, district_code, zone_code, component_code) values (1, '001', 'R2', 'RAA'), (2, '002', 'R2', null);
      insert into value_import (property_id, base_date, land_value, authority_code, basis_code)
        values (1, '2025-07-01', 240000, '14A', '6A(1)'), (2, '2025-07-01', 250000, '14A', '6A(1)');
      insert into audit_result (district_code, base_date, test, key, measured, failed)
        values ('001', '2026-07-01', 303, 'R2', 88.2, true), ('002', '2026-07-01', 303, 'R2', 95, false);
    `),
  );
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('fay', 'valuer', ['002']);
  await server.addUser('ada', 'administrator', ['001']);
  [valuer, viewer, foreign, head] = [
    await server.tokenOf('vic'),
    await server.tokenOf('vera'),
    await server.tokenOf('fay'),
    await server.tokenOf('ada'),
  ];
});
afterAll(() => server?.close());

const create = (list: string, body: object, token = valuer) =>
  server.call('POST', `/${list}`, { token, body: { request_id: randomUUID(), ...body } });
const save = (path: string, body: object, token = valuer) => server.call('PUT', path, { token, body });
const move = (id: number, version: number, to: string, token = valuer) =>
  server.call('POST', `/reporttexts/${id}/move`, { token, body: { version, move: to } });
const rich = (text: string) => ({ blocks: [{ text, type: 'p' }] });
const said = ({ status, json }: { status: number; json: { errors?: { pointer: string }[] } }) => [
  status,
  (json.errors ?? []).map(({ pointer }) => pointer),
];

describe('a text of a report', () => {
  it('goes from draft through review to done, and is closed then until it is opened again', async () => {
    const text = { report: 'distfinal', district_code: '001', section: 'ISSUES' };
    const made = await create('reporttexts', text);
    expect([made.status, made.json]).toMatchObject([
      201,
      { base_date: '2026-07-01', status: 'DRAFT', synthetic: false },
    ]);
    const { id } = made.json;
    expect((await move(id, 1, 'review')).status).toBe(422);
    const written = await save(`/reporttexts/${id}`, { version: 1, text: rich('A flood in March.') });
    expect(written.status).toBe(200);
    // Two people wrote: the second is shown what the first one stored.
    const stale = await save(`/reporttexts/${id}`, { version: 1, text: rich('A drought.') });
    expect([stale.status, stale.json.current.text]).toMatchObject([409, rich('A flood in March.')]);
    const given = await move(id, 2, 'review');
    expect(given.json).toMatchObject({ status: 'REVIEW' });
    const done = await move(id, given.json.version, 'finish');
    expect(done.json).toMatchObject({ status: 'DONE' });
    const late = await save(`/reporttexts/${id}`, { version: done.json.version, text: rich('Late.') });
    expect(late.status).toBe(422);
    expect((await move(id, done.json.version, 'reopen')).json).toMatchObject({ status: 'DRAFT' });
  });

  it('stands once for its section, of a zone that there is, and of a type where it is a sentence', async () => {
    const market = { report: 'distfinal', district_code: '001', section: 'MARKET' };
    expect(said(await create('reporttexts', market))).toEqual([422, ['/part']]);
    expect(said(await create('reporttexts', { ...market, part: 'QQ9' }))).toEqual([422, ['/part']]);
    expect((await create('reporttexts', { ...market, part: 'R2' })).status).toBe(201);
    expect((await create('reporttexts', { ...market, part: 'R2' })).status).toBe(422);
    expect((await create('reporttexts', { ...market, part: 'R3' })).status).toBe(201);
    const sentence = { report: 'mediarel', district_code: '001', section: 'SENTENCE' };
    expect(said(await create('reporttexts', { ...sentence, part: 'R2' }))).toEqual([422, ['/part']]);
    expect(said(await create('reporttexts', { ...sentence, report: 'distfinal', part: 'RES' }))).toEqual([
      422,
      ['/section'],
    ]);
    expect((await create('reporttexts', { ...sentence, part: 'RES' })).status).toBe(201);
    expect(said(await create('reporttexts', { ...market, section: 'SUMMARY', part: 'R2' }))).toEqual([
      422,
      ['/part'],
    ]);
  });

  it('is read by whoever sees reports there, and written by who changes annual values there', async () => {
    const made = await create('reporttexts', {
      report: 'distfinal',
      district_code: '001',
      section: 'QUALITY',
      text: rich('Checked twice.'),
    });
    const path = `/reporttexts/${made.json.id}`;
    expect((await server.call('GET', path, { token: viewer })).json).toMatchObject({ section: 'QUALITY' });
    expect((await save(path, { version: 1, text: null }, viewer)).status).toBe(403);
    expect((await server.call('GET', path, { token: foreign })).status).toBe(404);
    expect((await save(path, { version: 1, text: null }, foreign)).status).toBe(404);
  });
});

describe('a test of the audit', () => {
  const all = async () =>
    (
      await server.database.owner((client) =>
        client.query<{ id: number; number: number; version: number }>(
          'select id, number, version from audit_test order by number',
        ),
      )
    ).rows;
  const numbered = async (number: number) => {
    const found = (await all()).find((test) => test.number === number);
    return { path: `/audittests/${found?.id}`, version: found?.version };
  };

  it('stands for each number that the audit of values and of Crown land has', async () => {
    expect((await all()).map(({ number }) => number)).toEqual([
      ...[300, 301, 302, 303, 304, 305, 306, 311, 312, 313, 314, 315, 316],
      ...[901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 951, 952, 953, 954, 955],
    ]);
  });

  it('has limits that an administrator of the year changes, and nobody else', async () => {
    const { path, version } = await numbered(303);
    expect((await save(path, { version, upper_limit: 99 }, valuer)).status).toBe(403);
    const saved = await save(path, { version, upper_limit: 99 }, head);
    expect([saved.status, saved.json]).toMatchObject([200, { lower_limit: 90, upper_limit: 99 }]);
    const crossed = await save(path, { version: saved.json.version, lower_limit: 99.5 }, head);
    expect(said(crossed)).toEqual([422, ['/upper_limit']]);
    await save(path, { version: saved.json.version, upper_limit: 100 }, head);
  });

  it('has a limit that is an option of the contractor said there alone', async () => {
    const { path, version } = await numbered(901);
    expect((await server.call('GET', path, { token: viewer })).json).toMatchObject({
      lower_limit: null,
      lower_in_force: -10,
      upper_in_force: 10,
      setting_title: 'Reference benchmarks within',
    });
    expect(said(await save(path, { version, upper_limit: 5 }, head))).toEqual([422, ['/upper_limit']]);
  });

  it('is neither made nor removed by anybody', async () => {
    expect([403, 404, 405, 422]).toContain((await create('audittests', { severity: 'W' }, head)).status);
    const { path, version } = await numbered(910);
    expect([403, 404, 405, 422]).toContain(
      (await server.call('DELETE', `${path}?version=${version}`, { token: head })).status,
    );
    expect((await all()).length).toBe(28);
  });
});

describe('a note of the audit', () => {
  const note = { district_code: '001', test: 303, key: 'R2', text: 'Few sales.' };

  it('explains one result of a test, once, at the year under work', async () => {
    const made = await create('auditnotes', note);
    expect([made.status, made.json]).toMatchObject([201, { base_date: '2026-07-01', text: 'Few sales.' }]);
    expect((await create('auditnotes', note)).status).toBe(422);
    const saves = await Promise.all(
      ['one', 'two', 'three'].map((text) => save(`/auditnotes/${made.json.id}`, { version: 1, text })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await create('auditnotes', { ...note, key: 'R3' }, viewer)).status).toBe(403);
    expect((await server.call('GET', `/auditnotes/${made.json.id}`, { token: foreign })).status).toBe(404);
  });

  it.each([
    ['a zone that there is none of', { key: 'QQ9' }, '/key'],
    ['a component of another district', { test: 902, key: 'RZZ' }, '/key'],
    ['a property of another district', { test: 905, key: '2' }, '/key'],
    ['letters for a property', { test: 905, key: 'twelve' }, '/key'],
    ['another district than its own', { test: 311, key: '002' }, '/key'],
    ['a test that there is none of', { test: 399 }, '/test'],
  ])('is refused for %s', async (_, more, pointer) => {
    const answer = await create('auditnotes', { ...note, ...more });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.json.errors)).toContain(pointer);
  });

  it('takes the component, the property and the district that its test is about', async () => {
    for (const [test, key] of [
      [902, 'RAA'],
      [905, '1'],
      [311, '001'],
      [951, '17'],
    ])
      expect((await create('auditnotes', { ...note, test, key })).status, `${test} ${key}`).toBe(201);
  });

  it('takes four thousand letters with tabs, quotes and what looks like a formula, and no more', async () => {
    const text = `=1+1\t"said"\n${'x'.repeat(3_980)}`;
    const made = await create('auditnotes', { ...note, key: 'B1', text });
    expect([made.status, made.json.text]).toEqual([201, text]);
    const long = await create('auditnotes', { ...note, key: 'B2', text: 'x'.repeat(10_000) });
    expect([long.status, long.json.message]).toEqual([
      400,
      'Note: A text of at most 4000 characters is needed.',
    ]);
  });

  it('is history once its year was rolled over', async () => {
    const made = await create('auditnotes', { ...note, base_date: '2024-07-01' });
    await server.database.owner((client) =>
      client.query(`insert into district_year (district_code, base_date, state, locked_at)
        values ('001', '2024-07-01', 'ROLLED', now())`),
    );
    const late = await save(`/auditnotes/${made.json.id}`, { version: 1, text: 'Late.' });
    expect(late.status).toBe(422);
    expect(late.json.errors?.[0]?.message).toContain('rolled over');
    const gone = await server.call('DELETE', `/auditnotes/${made.json.id}?version=1`, { token: valuer });
    expect(gone.status).toBe(422);
  });
});

describe('a result and an imported value', () => {
  it.each(['auditresults', 'valueimports'])(
    'of %s is seen in its district and written by nobody',
    async (list) => {
      const table = list === 'auditresults' ? 'audit_result' : 'value_import';
      const { rows } = await server.database.owner((client) =>
        client.query<{ id: string; district_code: string }>(
          `select id::text, district_code from ${table} where not synthetic order by district_code`,
        ),
      );
      expect(rows.map(({ district_code }) => district_code)).toEqual(['001', '002']);
      const [own, other] = rows;
      expect((await server.call('GET', `/${list}/${own?.id}`, { token: valuer })).status).toBe(200);
      expect((await server.call('GET', `/${list}/${other?.id}`, { token: valuer })).status).toBe(404);
      for (const token of [valuer, head]) {
        expect([403, 404, 405]).toContain((await save(`/${list}/${own?.id}`, { version: 1 }, token)).status);
        expect([403, 404, 405]).toContain(
          (await server.call('DELETE', `/${list}/${own?.id}?version=1`, { token })).status,
        );
      }
    },
  );
});
