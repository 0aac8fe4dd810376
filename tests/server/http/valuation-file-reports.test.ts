// A component's report in the valuation file: its document once it is done, as it was then, and made again of the file alone.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remake } from '#scripts/database/valuation-file.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { contentsOf } from '#tests/support/valuation-file.ts';

let server: TestServer;
let admin: string;
let vic: string;
const folder = temporaryFolder('valuation-file-reports');

/** 1 is the primary benchmark, 400,000 to 424,000: 1.06. One sale of 2 is linked to it, at 420,000: 1 % below. */
beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T01:00:00Z' });
  await server.database.owner((client) =>
    client.script(`
      insert into component (district_code, code, description, zone_code) values ('001', 'AAA', 'Hill side', 'R2'), ('001', 'BBB', 'Flat', 'R2');
      insert into property (id, district_code, component_code, zone_code, hnum1, street_name, suburb, area)
        select n, '001', case n when 4 then 'BBB' else 'AAA' end, 'R2', n, 'BANKSIA ST', 'CESSNOCK', 600 from generate_series(1, 4) n;
      update property set benchmark_type = 'P' where id = 1;
      insert into property_value (property_id, base_date, land_value, method) values
        (1, '2025-07-01', 400000, 'I'), (1, '2026-07-01', 424000, 'H'), (2, '2025-07-01', 390000, 'I');
      insert into component_year (district_code, component_code, base_date, monthly_pct, factor, comments, report_status) values
        ('001', 'AAA', '2026-07-01', 0.4, 1.06, '{"blocks":[{"type":"p","text":"Steady demand"},{"type":"ul","text":"Creek lots apart"}]}', 'DONE'),
        ('001', 'BBB', '2026-07-01', 0.4, 1.06, '{"blocks":[{"type":"p","text":"Still being written"}]}', 'DRAFT');
      insert into sale (id, district_code, property_id, contract_date, purchase_price, confirmed)
        overriding system value values (71, '001', 2, '2026-07-01', 420000, true);
      insert into analysis (id, sale_id, property_id, district_code, component_code, contract_date, purchase_price, area, analysed_lv, alv_lt,
          alv_future, suitability)
        overriding system value values (81, 71, 2, '001', 'AAA', '2026-07-01', 420000, 600, 420000, 400000, 420000, 'IN');
      insert into analysis_benchmark (district_code, analysis_id, property_id, component_code, base_date, comparison, difference)
        values ('001', 81, 1, 'AAA', '2026-07-01', 'COM', -0.9)`),
  );
  await server.addUser('vic', 'valuer', ['001']);
  await server.database.owner((client) =>
    client.query(
      `insert into user_option (user_id, name, value) select id, 'workspace.dataset', '"real"' from app_user`,
    ),
  );
  admin = await server.tokenOf('admin');
  vic = await server.tokenOf('vic');
});
afterAll(async () => {
  await server?.close();
  folder.remove();
});

const call = (method: string, path: string, body?: object, token = vic) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
async function make(name: string): Promise<string> {
  const asked = await call('POST', '/annual/valuation-files', { base_year: 2026 }, admin);
  expect(asked.status, asked.text).toBe(200);
  await server.context.jobs.idle();
  const { jobs, items } = (await call('GET', '/annual/valuation-files', undefined, admin)).json;
  expect(jobs[0]).toMatchObject({ state: 'done', problem: null });
  const path = join(folder.path, name);
  copyFileSync(join(server.context.config.dataDir, 'valuation-files', `${items[0].id}.zip`), path);
  return path;
}
const document = 'annual-compdetl-001-AAA.pdf';
const bytesIn = (path: string) => Buffer.from(contentsOf(path).members[`documents/${document}`] ?? []);

describe('component reports in the valuation file', () => {
  let first: string;

  it('stand there with their document once they are done, and not before', async () => {
    first = await make('first.zip');
    const { documents } = contentsOf(first).manifest;
    expect(documents.filter(({ screen }) => screen === 'annual/compdetl')).toEqual([
      { name: document, screen: 'annual/compdetl', params: { district: '001', comp: 'AAA', year: 2026 } },
    ]);
    const told = pdfText(bytesIn(first));
    for (const words of [
      'Component report AAA, 2026',
      'Hill side',
      'Done',
      '1.0600',
      '424,000',
      'BANKSIA',
      'Comparable',
      'Steady demand',
      'Creek lots apart',
    ])
      expect(told).toContain(words);
    expect(told).not.toContain('Try a factor');
  });

  it('are as they were then, whatever is written after, and made again they are the same, byte by byte', async () => {
    const { id, version } = (await call('GET', '/componentreports/key?key=001/AAA/2026')).json;
    const open = await call('POST', `/componentreports/${id}/move`, { version, move: 'reopen' });
    expect(open.status, open.text).toBe(200);
    const written = await call('PUT', `/componentreports/${id}`, {
      version: open.json.version,
      comments: { blocks: [{ type: 'p', text: 'Otherwise' }] },
    });
    expect(written.status, written.text).toBe(200);
    const out = join(folder.path, 'out');
    const lines: string[] = [];
    expect(await remake(first, out, server.context.config, (line) => lines.push(line))).toEqual([]);
    expect(lines).toContain(`${document}: the same, byte by byte`);
    expect(readFileSync(join(out, document)).equals(bytesIn(first))).toBe(true);
    // Done again by somebody else, the next file has another document of it.
    for (const [move, token] of [
      ['review', vic],
      ['finish', admin],
    ] as const) {
      const { version: now } = (await call('GET', '/componentreports/key?key=001/AAA/2026')).json;
      const moved = await call('POST', `/componentreports/${id}/move`, { version: now, move }, token);
      expect(moved.status, moved.text).toBe(200);
    }
    const told = pdfText(bytesIn(await make('second.zip')));
    expect([told.includes('Otherwise'), told.includes('Steady demand')]).toEqual([true, false]);
  });
});
