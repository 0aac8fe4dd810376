// The PDF of a worksheet, kept with the values of its moment: by its adoption, and by hand.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

let server: TestServer;
let valuer: string;
const call = (method: string, path: string, body?: object, token = valuer) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const owner = (text: string) =>
  server.database.owner(async (client) => (await client.query<{ [column: string]: unknown }>(text)).rows);
const begin = async (property_id: number, district_code = '001', token = valuer) => {
  const body = { request_id: randomUUID(), property_id, district_code };
  const made = await call('POST', '/worksheets', body, token);
  expect(made.status).toBe(201);
  return Number(made.json.id);
};
const change = async (id: number, path: string, body: object) => {
  const { version } = (await call('GET', `/worksheets/${id}`)).json;
  const answer = await call(path === '' ? 'PUT' : 'POST', `/worksheets/${id}${path}`, { version, ...body });
  expect(answer.status).toBe(200);
  return answer.json;
};
const filesOf = async (id: number): Promise<{ id: number; name: string; may_change: boolean }[]> =>
  (await call('GET', `/attachments?item_type=WS&item_id=${id}`)).json.items;
const bytesOf = async (file: number, token = valuer) =>
  (await call('GET', `/attachments/${file}/file`, undefined, token)).bytes;
const keep = (property: number, sheet: number, token = valuer, more: object = {}) => {
  const page = { screen: 'prop/worksheet', params: { id: property, sheet } };
  return call('POST', '/attachments/print', { item_type: 'WS', item_id: sheet, ...page, ...more }, token);
};
const lines = (rate: number) => ({ main: [{ description: 'House site', qty: 4000, unit: 'M', rate }] });

beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T01:00:00Z' });
  await server.addUser('nora', 'valuer', ['001']);
  await server.addUser('otto', 'valuer', ['002']);
  await server.addUser('vera', 'viewer', ['001']);
  valuer = await server.tokenOf('nora');
  await owner(`insert into property (id, district_code, area, area_unit) values (21, '001', 25000, 'H'),
    (22, '001', 25000, 'H'), (23, '001', 25000, 'H'), (31, '002', 900, 'M')`);
  await owner(`insert into property_value (property_id, base_date, land_value, method)
    values (21, '2026-07-01', 312000, 'I'), (23, '2026-07-01', 50000, 'I')`);
});
afterAll(() => server.close());

describe('the PDF of a worksheet', () => {
  it('is kept by its adoption, and stays as it was whatever becomes of the worksheet', async () => {
    const id = await begin(21);
    await change(id, '', lines(60));
    expect(await filesOf(id)).toEqual([]);
    const adopted = await change(id, '/move', { move: 'adopt' });
    const files = await filesOf(id);
    expect(files).toMatchObject([
      {
        name: 'Worksheet 2026 of property 21, 2026-11-20.pdf',
        type: 'application/pdf',
        by: 'nora',
        may_change: true,
      },
    ]);
    const [file] = files;
    const before = await bytesOf(file?.id ?? 0);
    const text = pdfText(before);
    expect(text).toContain('$240,000');
    expect(text).toContain('House site');
    expect(text).toContain('Done');
    expect(text).not.toContain('$200,000');
    // The file is none of the worksheet's changes.
    expect((await call('GET', `/worksheets/${id}`)).json.version).toBe(adopted.version);

    await change(id, '/move', { move: 'reopen' });
    await change(id, '', lines(50));
    await owner('update property set area = 30000 where id = 21');
    await change(id, '/move', { move: 'adopt' });
    const [same, later] = await filesOf(id);
    expect(same?.id).toBe(file?.id);
    expect((await bytesOf(same?.id ?? 0)).equals(before)).toBe(true);
    const now = pdfText(await bytesOf(later?.id ?? 0));
    expect(now).toContain('$200,000');
  });

  it('is kept by hand while the worksheet is closed, and opens none of its values', async () => {
    const id = await begin(22);
    await change(id, '', lines(10));
    await change(id, '/move', { move: 'finish' });
    expect(await filesOf(id)).toEqual([]);
    const kept = await keep(22, id);
    expect([kept.status, kept.json]).toEqual([
      200,
      expect.objectContaining({ item_type: 'WS', item_id: id, type: 'application/pdf', own: true }),
    ]);
    expect(pdfText(await bytesOf(kept.json.id))).toContain('$40,000');
    const { version } = (await call('GET', `/worksheets/${id}`)).json;
    expect(
      (await call('PUT', `/worksheets/${id}`, { version, notes: { blocks: [{ type: 'p', text: 'later' }] } }))
        .status,
    ).toBe(422);
    // Who may look at the worksheet reads the file.
    expect(await bytesOf(kept.json.id, await server.tokenOf('vera'))).toEqual(await bytesOf(kept.json.id));
  });

  it('is refused to who may not change worksheets, and not there outside the districts', async () => {
    const [viewer, other] = [await server.tokenOf('vera'), await server.tokenOf('otto')];
    const foreign = await begin(31, '002', other);
    const own = Number((await owner('select id from worksheet where property_id = 22'))[0]?.id);
    const kept = (await filesOf(own)).length;
    const asked = [
      await keep(22, own, viewer),
      await keep(22, own, other),
      await keep(31, foreign),
      await keep(22, 999_999),
      // The record is one's own, the page is another's.
      await keep(31, foreign, valuer, { item_id: own }),
      await keep(22, own, valuer, { screen: 'nowhere' }),
      await keep(22, own, valuer, { screen: 'prop/index', params: {} }),
      await keep(22, own, valuer, { params: { id: 22, sheet: 'x' } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 404, 404, 404, 404, 404, 422, 400]);
    expect(asked[6]?.json.message).toBe('This page is not made for paper.');
    expect((await filesOf(own)).length).toBe(kept);
    expect(await owner(`select count(*)::int as n from attachment where item_id = ${foreign}`)).toEqual([
      { n: 0 },
    ]);
  });

  it('is of one moment: a worksheet that changes meanwhile keeps none, and its adoption tells so', async () => {
    const id = await begin(23);
    await change(id, '', lines(10));
    // Somebody saves after the PDF is laid out and before its row is written.
    const { exportTurns } = server.context;
    const until = exportTurns.until.bind(exportTurns);
    const meanwhile = vi.spyOn(exportTurns, 'until').mockImplementation((signal) => {
      const turns = until(signal);
      const run: typeof turns.run = async (user, work) => {
        const made = await turns.run(user, work);
        await owner(`update worksheet set version = version + 1 where id = ${id}`);
        return made;
      };
      return { ...turns, run, until: () => ({ ...turns, run }) };
    });
    const refused = await keep(23, id);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'The record was changed while its PDF was made, so none was kept. Keep it again.',
    ]);
    expect((await change(id, '/move', { move: 'adopt' })).stage).toBe('DONE');
    meanwhile.mockRestore();
    expect(await filesOf(id)).toEqual([]);
    const told = (await call('GET', '/notifications/multi?is_archived=false&offset=0')).json;
    expect(told.items ?? told).toMatchObject([
      {
        notify_type: 'EXPTDONE',
        notify_detail: { filename: 'PDF of Worksheet 2026 of property 23', error_count: 1 },
      },
    ]);
  });

  it('is one file more of a record, which has 200 at most', async () => {
    const id = Number((await owner('select id from worksheet where property_id = 22'))[0]?.id);
    await owner(`insert into attachment (user_id, file, name, type, size_bytes, item_type, item_id)
      select 1, gen_random_uuid(), 'a.pdf', 'application/pdf', 1, 'WS', ${id} from generate_series(1, 199)`);
    const full = await keep(22, id);
    expect([full.status, full.json.message]).toEqual([
      422,
      'This record has 200 files, which is the most. Delete some first.',
    ]);
  });
});
