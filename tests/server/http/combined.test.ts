import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const counts = screens['screens/report/counts.json'];
const report = (id: string, more: object) => ({
  [`screens/report/${id}.json`]: {
    ...counts,
    id: `report/${id}`,
    route: `/report/${id}/:dst`,
    data: { rows: { sql: id } },
    ...more,
  },
});
const combinable = {
  ...screens,
  'screens/report/counts.json': { ...counts, group: 'stat', title: 'Counts, {params.dst}' },
  // Prices has no parameter "least", and divides by nothing at a sale of 300,000, which 001 has.
  ...report('prices', {
    group: 'qa',
    title: 'Prices, {params.dst}',
    params: [{ id: 'dst', in: 'route', entity: 'district' }],
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'id',
        columns: [{ id: 'id' }, { id: 'purchase_price' }],
      },
    ],
  }),
  'screens/report/prices.sql': `select s.id, (100000 / (s.purchase_price - 300000))::bigint as purchase_price from sale s
    where s.district_code = any(:districts::text[])`,
  ...report('kept', { group: 'stat', title: 'For administrators, {params.dst}', needs: 'admnU' }),
  'screens/report/kept.sql': screens['screens/report/counts.sql'],
  // Stands on no hub: no report.
  ...report('loose', { title: 'Loose, {params.dst}' }),
  'screens/report/loose.sql': screens['screens/report/counts.sql'],
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: combinable, start: '2026-07-01T00:00:00Z' });
  await addSales(server.database);
  await server.addUser('viewer', 'viewer', ['001']);
});
afterAll(() => server.close());
beforeEach(async () => {
  token = await server.tokenOf('admin');
});

const combine = (body: object, by = token) => server.call('POST', '/reports/combined', { token: by, body });
const both = { reports: ['report/counts', 'report/prices'], districts: ['001', '002'] };
const job = async (id: number, by = token) => (await server.call('GET', `/jobs/${id}`, { token: by })).json;
const file = async (id: number, by = token) =>
  (await server.call('GET', `/documents/${id}/file`, { token: by })).bytes;
/** The one job of a document in one format, once it has ended. */
async function ended(body: object, format = 'pdf', by = token) {
  const answer = await combine({ ...body, format }, by);
  expect(answer.json).toMatchObject({ jobs: [{ format, job: expect.any(Number) }] });
  await server.context.jobs.idle();
  return job(answer.json.jobs[0].job, by);
}

const partsIn = (bytes: Buffer, role: string) =>
  bytes.toString('latin1').match(new RegExp(`/S /${role}\\b`, 'g'))?.length ?? 0;

function sheetsIn(bytes: Buffer): { readonly [name: string]: string } {
  const files = unzipSync(bytes);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  const names = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, i) => [name, text(`xl/worksheets/sheet${i + 1}.xml`)]));
}

describe('reports × districts in one document', () => {
  it('is a PDF with contents and a workbook, each a job that tells of its end', async () => {
    const answer = await combine({ ...both, params: { least: 200_000 } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ parts: 4, jobs: [{ format: 'pdf' }, { format: 'xlsx' }] });
    await server.context.jobs.idle();
    const [pdf, xlsx] = answer.json.jobs.map(({ job: id }: { job: number }) => id);
    // Of the prices of 001, one of which divides by nothing, the reason stands in the place.
    expect(await job(pdf)).toMatchObject({
      state: 'done',
      result: { name: 'combined-2026-07-01.pdf', failed: 1 },
    });
    const bytes = await file(pdf);
    expect(partsIn(bytes, 'TOCI')).toBe(4);
    // Two sales of 001 from 200,000 on, one of 002, the prices of 002, and a heading over each table.
    expect(partsIn(bytes, 'TR')).toBe(2 + 1 + 1 + 3);
    const sheets = sheetsIn(await file(xlsx));
    expect(Object.keys(sheets)).toEqual(['About', '001 Counts', '002 Counts', '002 Prices']);
    expect(sheets['001 Counts']).toContain('300000');
    expect(sheets['001 Counts']).not.toContain('100000');
    expect(sheets.About).toContain('division by zero');
    const told = await server.call('GET', '/notifications/multi?is_archived=false&offset=0', { token });
    expect(told.json.items ?? told.json).toContainEqual(
      expect.objectContaining({
        notify_type: 'EXPTDONE',
        notify_detail: {
          filename: 'combined-2026-07-01.pdf',
          documentId: pdf,
          error_count: 0,
          warn_count: 1,
        },
      }),
    );
    const mine = (await server.call('GET', '/documents', { token })).json.items;
    expect(mine[0]).toMatchObject({
      title: 'Combined report: 2 reports, 2 districts',
      state: 'done',
      problem: '1 part could not be made; the document says why.',
    });
  });

  it('comes to the same bytes for the same inputs', async () => {
    for (const format of ['pdf', 'xlsx']) {
      const [one, two] = [await ended(both, format), await ended(both, format)];
      expect((await file(one.id)).equals(await file(two.id))).toBe(true);
    }
  });

  it('holds of each part what the report itself holds', async () => {
    const body = { screen: 'report/counts', params: { dst: '001', least: null }, format: 'xlsx' };
    const alone = sheetsIn((await server.call('POST', '/documents', { token, body })).bytes);
    const made = await ended({ reports: ['report/counts'], districts: ['001'] }, 'xlsx');
    expect(sheetsIn(await file(made.id))['001 Counts']).toBe(Object.values(alone).at(-1));
  });

  it('takes twenty of each and refuses more in a sentence, with nothing begun', async () => {
    const codes = (n: number) => Array.from({ length: n }, (_, i) => String(i + 1).padStart(3, '0'));
    const before = (await server.call('GET', '/documents', { token })).json.items.length;
    const over = await combine({ reports: codes(21), districts: codes(128) });
    expect([over.status, over.json.message]).toEqual([
      422,
      '21 reports are ticked, and 20 are the most. Make several documents. 128 districts are ticked, and 20 are the most. Make several documents.',
    ]);
    expect(over.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/reports',
      '/districts',
    ]);
    const none = await combine({ reports: [], districts: ['001'] });
    expect([none.status, none.json.message]).toEqual([422, 'No reports are ticked. Tick one at least.']);
    expect((await server.call('GET', '/documents', { token })).json.items).toHaveLength(before);
    // The same code twice is one part.
    const twenty = await combine({
      reports: ['report/counts'],
      districts: [...Array(21)].map(() => '001'),
      format: 'pdf',
    });
    expect([twenty.status, twenty.json.parts]).toEqual([200, 1]);
    await server.context.jobs.idle();
  });

  it('refuses what the caller may not see, and what is no report by district', async () => {
    const viewer = await server.tokenOf('viewer');
    const asked = async (reports: string[], districts: string[]) => {
      const { status, json } = await combine({ reports, districts }, viewer);
      return [status, json.message];
    };
    expect(await asked(['report/counts', 'report/kept'], ['001'])).toEqual([
      422,
      'No report by district that you may see: "report/kept". Untick what is named.',
    ]);
    expect(await asked(['report/loose', 'report/nothing'], ['002'])).toEqual([
      422,
      'No report by district that you may see: "report/loose", "report/nothing". Untick what is named. Unknown, or not a district of yours: "002". Untick it.',
    ]);
    const odd = await combine({ ...both, params: { least: 'many' } });
    expect([odd.status, odd.json.message]).toEqual([422, 'Counts: Least price: A whole number is needed.']);
  });

  it('asks the rights again when it is made', async () => {
    const payload = {
      combined: { reports: ['report/counts'], districts: ['001', '002'] },
      format: 'pdf',
      title: 'Combined',
      name: 'combined.pdf',
    };
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(`select id from app_user where username = 'viewer'`),
    );
    const id = await server.context.jobs.start('document', { payload, userId: rows[0]?.id ?? 0 });
    await server.context.jobs.idle();
    const viewer = await server.tokenOf('viewer');
    expect(await job(id ?? 0, viewer)).toMatchObject({
      state: 'failed',
      problem: 'Unknown, or not a district of yours: "002". Untick it.',
    });
    expect((await server.call('GET', `/documents/${id}/file`, { token: viewer })).status).toBe(404);
  });

  it('tells how far it is, and leaves nothing where it is cancelled', async () => {
    const { documents } = server.context;
    const { make } = documents;
    let reached = 0;
    documents.make = (payload, caller, turn, signal) =>
      make?.(
        payload,
        caller,
        async (share, what) => {
          await turn(share, what);
          // Held at its second part until somebody cancels.
          while (what.startsWith('Report 2 of 4')) {
            reached = share;
            await new Promise((resolve) => setTimeout(resolve, 20));
            await turn(share, what);
          }
        },
        signal,
      ) ?? Promise.reject(new Error('no maker'));
    const { json } = await combine({ ...both, format: 'pdf' });
    const id = json.jobs[0].job;
    await expect
      .poll(() => job(id))
      .toMatchObject({ state: 'running', message: 'Report 2 of 4: 002 Counts' });
    expect(reached).toBeCloseTo(0.15);
    // Asked again while it is under way it is no second one.
    expect((await combine({ ...both, format: 'pdf' })).json.jobs).toEqual([{ format: 'pdf', job: null }]);
    await server.call('PUT', `/jobs/${id}/cancel`, { token });
    await server.context.jobs.idle();
    documents.make = make;
    expect((await job(id)).state).toBe('cancelled');
    expect((await server.call('GET', `/documents/${id}/file`, { token })).status).toBe(404);
  });

  it('is begun anew where its process died', async () => {
    const id = await server.database.owner(async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into job (kind, lane, payload, created_by, state, locked_by, heartbeat_at, started_at)
         select 'document', 'document', $1::jsonb, u.id, 'running', 'gone:1:x', now() - interval '1 hour', now() - interval '1 hour'
         from app_user u where u.username = 'admin' returning id`,
        [JSON.stringify({ combined: both, format: 'pdf', title: 'Combined', name: 'combined.pdf' })],
      );
      return rows[0]?.id ?? 0;
    });
    expect(await server.context.jobs.look()).toEqual([id]);
    await server.context.jobs.idle();
    expect(await job(id)).toMatchObject({ state: 'done', problem: null });
    expect((await server.call('GET', `/documents/${id}/file`, { token })).status).toBe(200);
  });
});
