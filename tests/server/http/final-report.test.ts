// The final report of a district: its texts are begun from last year's, and its certification keeps it as it is.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import reconciliation from '#screens/report/reconciliation.json' with { type: 'json' };
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

let server: TestServer;
let valuer: string;
const call = (method: string, path: string, body?: object, token = valuer) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const owner = (text: string) =>
  server.database.owner(async (client) => (await client.query<{ [column: string]: unknown }>(text)).rows);
const rich = (text: string) => ({ blocks: [{ text, type: 'p' }] });
const params = { district: '001', year: 2025 };
const preview = async (given: object = params, token = valuer) =>
  call('POST', '/commands/begin_report_texts/preview', { params: given }, token);
const begin = async () => {
  const seen = (await preview()).json.result;
  return call('POST', '/commands/begin_report_texts/run', {
    params,
    expected: seen.done,
    stamp: seen.stamp,
    request_id: randomUUID(),
  });
};
const textsOf = () =>
  owner(`select id::integer, version, section, part, status, rich_text_plain(text) as words, carried_from::text
    from report_text_record where base_date = '2026-07-01' and district_code = '001' order by place, part`);
const move = async (id: unknown, name: string) => {
  const { version } = (await call('GET', `/reporttexts/${id}`)).json;
  return call('POST', `/reporttexts/${id}/move`, { version, move: name });
};

beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T01:00:00Z' });
  await server.addUser('nora', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  valuer = await server.tokenOf('nora');
  await owner(`insert into property (id, district_code, zone_code) select n, '001', case when n <= 5 then 'R2' else 'B1' end
    from generate_series(1, 9) n`);
  await owner(`insert into verification (property_id, base_date, verification_type, verified_on, risk_rating)
    values (1, '2026-07-01', 'INSPECTD', '2026-10-01', '1-BENCHMRK')`);
  await owner(`insert into report_text (report, district_code, base_date, section, part, text, status) values
    ('distfinal', '001', '2024-07-01', 'ISSUES', null, rich_text_of('Older.'), 'DONE'),
    ('distfinal', '001', '2025-07-01', 'ISSUES', null, rich_text_of('A flood in March.'), 'DONE'),
    ('distfinal', '001', '2025-07-01', 'MARKET', 'R2', rich_text_of('Steady.'), 'DONE'),
    ('distfinal', '002', '2025-07-01', 'QUALITY', null, rich_text_of('Of another district.'), 'DONE')`);
});
afterAll(() => server?.close());

describe('the final report', () => {
  it('begins with the latest texts, one for each section and each zone of five properties', async () => {
    const begun = await begin();
    expect(begun.status, begun.text).toBe(200);
    expect(
      (await textsOf()).map(({ section, part, status, words, carried_from }) => [
        section,
        part,
        status,
        words,
        carried_from,
      ]),
    ).toEqual([
      ['SUMMARY', null, 'DRAFT', null, null],
      ['ISSUES', null, 'DRAFT', 'A flood in March.', '2025-07-01'],
      ['IMPROVEMENTS', null, 'DRAFT', null, null],
      ['PAIRED', null, 'DRAFT', null, null],
      ['MARKET', 'R2', 'DRAFT', 'Steady.', '2025-07-01'],
      ['VERIFIED', null, 'DRAFT', null, null],
      ['QUALITY', null, 'DRAFT', null, null],
      ['OBJECTIONS', null, 'DRAFT', null, null],
      ['CERTIFICATION', null, 'DRAFT', null, null],
    ]);
    // Nothing is made twice, nor for a district in which nobody of them works.
    expect((await preview()).json.result).toMatchObject({ done: 0, refused: 0 });
    expect((await preview({ ...params, district: '002' })).json.result).toMatchObject({
      done: 0,
      refused: 0,
    });
    expect((await preview(params, await server.tokenOf('vera'))).status).toBe(403);
  });

  it('is certified when all its texts are done, and kept then with the figures of that moment', async () => {
    const texts = await textsOf();
    const certification = texts.find(({ section }) => section === 'CERTIFICATION');
    const issues = texts.find(({ section }) => section === 'ISSUES');
    for (const { id, version } of texts)
      expect(
        (await call('PUT', `/reporttexts/${id}`, { version, text: rich(`Written of ${id}.`) })).status,
      ).toBe(200);
    for (const { id } of texts) expect((await move(id, 'review')).status).toBe(200);
    const early = await move(certification?.id, 'certify');
    expect([early.status, early.json.message]).toEqual([
      422,
      '8 texts of this report are not done yet. Finish them first.',
    ]);
    expect((await move(issues?.id, 'certify')).status).toBe(422);
    expect((await move(certification?.id, 'finish')).status).toBe(422);
    for (const { id, section } of texts)
      if (section !== 'CERTIFICATION') expect((await move(id, 'finish')).status).toBe(200);
    // Figures that disagree keep the report open; nothing of the move is made.
    const refusedBy = async (identities: string) => {
      const page = JSON.stringify(reconciliation).replace(
        reconciliation.data.identities.params.identities,
        identities,
      );
      await server.reload(screenFiles({ 'screens/report/reconciliation.json': page }));
      const { status, json } = await move(certification?.id, 'certify');
      return [status, json.message];
    };
    const apart = 'Apples and pears: report/propcount.rows.active = report/propcount.rows.cancelled';
    expect(await refusedBy(apart)).toEqual([
      422,
      '"Apples and pears" does not agree yet. See Reconciliation.',
    ]);
    expect(await refusedBy(`${apart} = report/propcount.rows.cancelled`)).toEqual([
      422,
      '"Apples and pears" does not agree yet, nor does another. See Reconciliation.',
    ]);
    expect(await refusedBy('Gone: report/gone.rows.n = report/propcount.rows.active')).toEqual([
      422,
      '"Gone" could not be compared: There is no page "report/gone", or you may not see it. See Reconciliation.',
    ]);
    expect((await call('GET', `/reporttexts/${certification?.id}`)).json.status).toBe('REVIEW');
    await server.reload([]);
    const certified = await move(certification?.id, 'certify');
    expect([certified.status, certified.json.status]).toEqual([200, 'DONE']);

    const filesOf = async () =>
      (await call('GET', `/attachments?item_type=TX&item_id=${certification?.id}`)).json.items as {
        id: number;
        name: string;
      }[];
    const [kept, ...more] = await filesOf();
    expect(more).toEqual([]);
    const bytesOf = async () => (await call('GET', `/attachments/${kept?.id}/file`)).bytes;
    const before = await bytesOf();
    const told = pdfText(before);
    for (const { id } of texts) expect(told).toContain(`Written of ${id}.`);
    expect(told).toContain('Values verified one by one');
    await owner(`update verification set verification_type = 'DESKTOP'`);
    expect((await bytesOf()).equals(before)).toBe(true);
    expect((await filesOf()).length).toBe(1);
  });
});

describe('the media release', () => {
  it('begins with a sentence for each type of five properties, in words that are written on from there', async () => {
    await owner(`update property set benchmark_property_type = case when id <= 5 then 'RES' else 'COM' end`);
    await owner(`insert into property_value (property_id, base_date, land_value)
      select p.id, v.base_date::date, v.value from property p
      cross join (values ('2025-07-01', 100000), ('2026-07-01', 105000)) v (base_date, value)`);
    const command = (verb: string, more: object = {}) =>
      call('POST', `/commands/begin_media_sentences/${verb}`, { params, ...more });
    const seen = (await command('preview')).json.result;
    // Four commercial properties are too few.
    expect(seen).toMatchObject({ done: 1, refused: 0 });
    const begun = await command('run', { expected: 1, stamp: seen.stamp, request_id: randomUUID() });
    expect(begun.status, begun.text).toBe(200);
    const sentences = await owner(`select part, status, rich_text_plain(text) as words from report_text
      where report = 'mediarel' and base_date = '2026-07-01'`);
    expect(sentences).toEqual([
      {
        part: 'RES',
        status: 'DRAFT',
        words: 'Overall, residential land values rose by 5.0 %. A typical land value rose by 5.0 %.',
      },
    ]);
    expect((await command('preview')).json.result).toMatchObject({ done: 0, refused: 0 });
  });
});
