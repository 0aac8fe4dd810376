import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';

const counts = screens['screens/report/counts.json'];
const paper = { orientation: 'portrait' };
const ofInspection = (operation: string) => ({
  operation,
  params: { list: 'inspections', id: '{params.id}' },
});
const paged = {
  ...screens,
  ...inspectionFiles,
  // A record type of JSON and SQL alone: its list, its record, and a set of both.
  'screens/inspections.json': {
    format: 1,
    id: 'inspections',
    route: '/inspections',
    title: 'Inspections',
    needs: 'saleV',
    paper,
    data: { rows: { records: 'inspections', where: {} } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'id',
        columns: [{ id: 'number' }, { id: 'state' }, { id: 'district_code' }, { id: 'cost', total: 'sum' }],
      },
    ],
  },
  'screens/costs.json': {
    format: 1,
    id: 'costs',
    route: '/costs',
    title: 'Costs',
    needs: 'saleV',
    paper,
    data: { rows: { records: 'inspections', where: {} } },
    blocks: [
      {
        id: 'costs',
        type: 'chart',
        title: 'Cost by state',
        summary: 'One of two has a cost.',
        data: 'rows',
        spec: { mark: 'bar', encoding: { x: { field: 'state' }, y: { field: 'cost' } } },
      },
    ],
  },
  'screens/inspection.json': {
    format: 1,
    id: 'inspection',
    route: '/inspection/:id',
    title: 'Inspection {data.record.number}',
    needs: 'saleV',
    paper,
    params: [{ id: 'id', in: 'route', type: 'integer' }],
    data: {
      record: ofInspection('record.get'),
      history: ofInspection('record.history'),
    },
    blocks: [
      {
        id: 'done',
        type: 'text',
        text: 'Its state is {data.record.state}.',
        visibleWhen: "data.record.state == 'PLANNED'",
      },
      { id: 'facts', type: 'facts', data: 'record', entity: 'inspection', fields: [{ id: 'number' }] },
      {
        id: 'form',
        type: 'form',
        data: 'record',
        entity: 'inspection',
        sections: [{ id: 'main', title: 'Main', fields: ['label', 'kind', 'rate', 'cost'] }],
      },
      { id: 'changes', type: 'history', data: 'history', entity: 'inspection' },
    ],
  },
  'screens/file.json': {
    format: 1,
    id: 'file',
    route: '/file/:id',
    title: 'File',
    needs: 'saleV',
    paper: { contents: true },
    params: [{ id: 'id', in: 'route', type: 'integer' }],
    blocks: [
      { id: 'record', type: 'include', to: '/inspection/{params.id}' },
      { id: 'list', type: 'include', to: '/inspections' },
      { id: 'counts', type: 'include', title: 'Counts', to: '/report/counts/001' },
    ],
  },
  'screens/report/counts.json': { ...counts, group: 'stat' },
  'screens/yearbook.json': {
    format: 1,
    id: 'yearbook',
    route: '/yearbook',
    title: 'Yearbook',
    paper: { orientation: 'portrait', contents: true, pages: 8 },
    blocks: [
      { id: 'words', type: 'text', text: 'Sales of the year.' },
      { id: 'one', type: 'include', title: 'First district', to: '/report/counts/001?least=200000' },
      { id: 'two', type: 'include', to: '/report/counts/002' },
    ],
  },
  'screens/many.json': {
    format: 1,
    id: 'many',
    route: '/many',
    title: 'Many',
    needs: 'repoV',
    paper: {},
    params: [{ id: 'n', type: 'integer', default: 2500 }],
    data: { rows: { sql: 'many' } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows', rowKey: 'id', columns: [{ id: 'id' }] }],
  },
  'screens/many.sql': 'select n as id from generate_series(1, :n::integer) as n order by n',
  'screens/found-one.json': {
    format: 1,
    id: 'found-one',
    route: '/found-one',
    title: 'Found one',
    paper: {},
    blocks: [{ id: 'one', type: 'include', to: '/report/counts/001?list.find=high' }],
  },
  'screens/words.json': {
    format: 1,
    id: 'words',
    route: '/words',
    title: 'Words',
    paper: {},
    blocks: [{ id: 'words', type: 'text', text: 'Nothing but words.' }],
  },
  'screens/narrow.json': {
    format: 1,
    id: 'narrow',
    route: '/narrow',
    title: 'Narrow',
    paper: { pages: 1 },
    blocks: [{ id: 'one', type: 'include', to: '/report/counts/001' }],
  },
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: paged, start: '2026-07-01T00:00:00Z' });
  await addSales(server.database);
  await addInspections(server.database);
  await server.addUser('viewer', 'viewer', ['001']);
  token = await server.tokenOf('admin');
  const bodies = [
    { district_code: '001', sale_id: 1, label: 'A', rate: 2, rooms: [{ name: 'Hall', size: 4 }] },
    { district_code: '002', sale_id: 5, label: 'B' },
  ];
  for (const body of bodies)
    await server.call('POST', '/inspections', { token, body: { request_id: randomUUID(), ...body } });
});
afterAll(() => server.close());

const make = (screen: string, params: object = {}, by = token, format = 'pdf') =>
  server.call('POST', '/documents', { token: by, body: { screen, params, format } });

/** Parts of the structure by their role: its names stand in the file as they are. */
const partsIn = (bytes: Buffer, role: string) =>
  bytes.toString('latin1').match(new RegExp(`/S /${role}\\b`, 'g'))?.length ?? 0;
const rowsIn = (bytes: Buffer) => partsIn(bytes, 'TR');

describe('a page as a PDF', () => {
  it('holds its rows, and the same inputs come to the same bytes', async () => {
    const answer = await make('report/counts', { dst: '001', least: null });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['x-cadastre-pages']).toBe('1');
    expect(String(answer.headers['content-disposition'])).toContain('report-counts-2026-07-01.pdf');
    // The heading and the three real sales of the district.
    expect(rowsIn(answer.bytes)).toBe(4);
    const again = await make('report/counts', { dst: '001', least: null });
    expect(again.bytes.equals(answer.bytes)).toBe(true);
    expect(rowsIn((await make('report/counts', { dst: '001', least: 250_000 })).bytes)).toBe(2);
  });

  it('holds the rows that the address leaves of its tables, and says which', async () => {
    const asked = async (tables: object, format = 'pdf') => {
      const body = { screen: 'report/counts', params: { dst: '001', least: null }, tables, format };
      const answer = await server.call('POST', '/documents', { token, body });
      expect(answer.status).toBe(200);
      return answer.bytes;
    };
    expect(rowsIn(await asked({ 'list.filter': 'purchase_price:ge:200000' }))).toBe(3);
    expect(rowsIn(await asked({ 'list.find': 'high' }))).toBe(2);
    expect(rowsIn(await asked({ 'other.find': 'high' }))).toBe(4);
    expect(rowsIn(await asked({ 'list.filter': 'purchase_price:ge:9000000' }))).toBe(0);
    const tables = { 'list.filter': 'purchase_price:ge:200000', 'list.sort': '-purchase_price' };
    const sheet = Object.values(sheetsIn(await asked(tables, 'xlsx'))).at(-1) ?? [];
    const prices = sheet.flatMap(([id = '', , , price]) => (/^[0-9]+$/.test(id) ? [price] : []));
    expect(prices).toEqual(['300000', '200000']);
    expect(sheet.flat().join()).toContain('Purchase price is at least $200,000');
    const begun = { screen: 'many', params: { n: 2500 }, tables: { 'list.filter': 'id:le:3' } };
    const { json } = await server.call('POST', '/documents/jobs', { token, body: begun });
    expect(json).toEqual({ long: false, job: null, rows: 3 });
    // So does a page within another, by its own address.
    expect(rowsIn((await make('found-one')).bytes)).toBe(2);
  });

  it('is laid out as a saved view says, where the reader may have it', async () => {
    const layout = {
      base: null,
      columns: ['purchase_price', 'id'],
      titles: ['Purchase price', 'ID'],
      widths: [null, null],
      frozen: null,
      sort: ['-purchase_price'],
      group: [],
      filter: 'purchase_price:ge:200000',
    };
    const view = { screen: 'report/counts', block: 'list', name: 'Dear', layout, request_id: randomUUID() };
    const { id } = (await server.call('POST', '/views', { token, body: view })).json;
    const cells = async (by: string) => {
      const body = {
        screen: 'report/counts',
        params: { dst: '001', least: null },
        tables: { 'list.view': String(id) },
        format: 'xlsx',
      };
      const { bytes } = await server.call('POST', '/documents', { token: by, body });
      return (Object.values(sheetsIn(bytes)).at(-1) ?? []).filter((row) => /^[0-9]+$/.test(row[0] ?? ''));
    };
    expect(await cells(token)).toEqual([
      ['300000', '3'],
      ['200000', '2'],
    ]);
    // It is somebody else's: the table as it is.
    expect((await cells(await server.tokenOf('viewer'))).map((row) => row[0])).toEqual(['1', '2', '3']);
  });

  it('puts other pages together, with contents, each with the filters of its address', async () => {
    const answer = await make('yearbook');
    expect(answer.status).toBe(200);
    // Two tables: two sales from 200,000 of one district, one of the other, and a heading each.
    expect(rowsIn(answer.bytes)).toBe(5);
    expect(answer.bytes.toString('latin1').match(/\/S \/TOCI\b/g)).toHaveLength(2);
  });

  it('holds nothing that its reader may not see', async () => {
    const viewer = await server.tokenOf('viewer');
    const answer = await make('yearbook', {}, viewer);
    expect(answer.status).toBe(200);
    // The district that is not theirs is missing, and said to be.
    expect(rowsIn(answer.bytes)).toBe(3);
    expect((await make('secret', {}, viewer)).status).toBe(404);
    expect((await make('report/counts', { dst: '002' }, viewer)).status).toBe(404);
  });

  it('is refused in a sentence where it would be too long, or is not made for paper', async () => {
    const long = await make('narrow');
    expect([long.status, long.json.message]).toEqual([
      422,
      'The document has 2 pages, and 1 is the most. Narrow the filters, or export the rows as CSV or XLSX.',
    ]);
    const open = await make('open');
    expect([open.status, open.json.message]).toEqual([422, 'This page is not made for paper.']);
    expect((await make('report/counts', { dst: '001', nonsense: 1 })).status).toBe(400);
  });
});

describe('a record type of JSON and SQL alone, as a document', () => {
  it('is its list, with the rows that the reader may see', async () => {
    const [all, some] = [
      await make('inspections'),
      await make('inspections', {}, await server.tokenOf('viewer')),
    ];
    expect([all.status, some.status]).toEqual([200, 200]);
    // The heading, two records and the totals; the viewer sees one district.
    expect([rowsIn(all.bytes), rowsIn(some.bytes)]).toEqual([4, 3]);
  });

  it('is its record: what it says, its fields and its history', async () => {
    const answer = await make('inspection', { id: 1 });
    expect(answer.status).toBe(200);
    // The heading of the history, and a row a field that its making wrote.
    expect(rowsIn(answer.bytes)).toBeGreaterThan(4);
    // The sentence, the fact of above, the state and the four of the form.
    expect(partsIn(answer.bytes, 'P')).toBe(7);
    expect((await make('inspection', { id: 1 })).bytes.equals(answer.bytes)).toBe(true);
  });

  it('is not there for whoever may not see the record', async () => {
    const viewer = await server.tokenOf('viewer');
    expect((await make('inspection', { id: 1 }, viewer)).status).toBe(200);
    expect((await make('inspection', { id: 2 }, viewer)).status).toBe(404);
    expect((await make('inspection', { id: 99 })).status).toBe(404);
  });

  it('stands with reports in one document, each in the contents', async () => {
    const answer = await make('file', { id: 1 });
    expect(answer.status).toBe(200);
    expect(partsIn(answer.bytes, 'TOCI')).toBe(3);
    expect(rowsIn(answer.bytes)).toBeGreaterThan(12);
    const viewer = await make('file', { id: 2 }, await server.tokenOf('viewer'));
    expect([viewer.status, partsIn(viewer.bytes, 'TOCI')]).toEqual([200, 3]);
    expect(rowsIn(viewer.bytes)).toBeLessThan(rowsIn(answer.bytes));
  });
});

/** Sheets of a workbook by name: rows of cells, texts and numbers as they stand in the file. */
function sheetsIn(bytes: Buffer): { readonly [name: string]: readonly (readonly string[])[] } {
  const files = unzipSync(bytes);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  const names = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      [...text(`xl/worksheets/sheet${i + 1}.xml`).matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) =>
          cell.replace(/<[^>]+>/g, ''),
        ),
      ),
    ]),
  );
}

describe('a long document', () => {
  const begin = (screen: string, by = token) =>
    server.call('POST', '/documents/jobs', { token: by, body: { screen } });
  const job = async (id: number, by = token) => (await server.call('GET', `/jobs/${id}`, { token: by })).json;

  it('is refused before a row is read where its pages cannot hold it, with the count', async () => {
    for (const path of ['/documents', '/documents/jobs']) {
      const answer = await server.call('POST', path, {
        token,
        body: { screen: 'many', params: { n: 9000 } },
      });
      expect([answer.status, answer.json.message]).toEqual([
        422,
        '9000 rows take 215 pages or more, and 200 are the most. Narrow the filters, or export the rows as CSV or XLSX.',
      ]);
    }
  });

  it('is a job, whose end is told and whose file is its maker’s alone', async () => {
    expect((await begin('inspections')).json).toEqual({ long: false, job: null, rows: 2 });
    const viewer = await server.tokenOf('viewer');
    expect((await make('many', {}, viewer)).json.message).toContain('POST /documents/jobs');
    const { json } = await begin('many', viewer);
    expect(json).toEqual({ long: true, job: expect.any(Number), rows: 2500 });
    await server.context.jobs.idle();
    expect(await job(json.job, viewer)).toMatchObject({
      state: 'done',
      problem: null,
      result: { name: 'many-2026-07-01.pdf', pages: expect.any(Number) },
    });
    const [mine] = (await server.call('GET', '/documents', { token: viewer })).json.items;
    expect(mine).toMatchObject({ id: json.job, holds: expect.any(Number), unit: 'page' });
    const get = (by: string) => server.call('GET', `/documents/${json.job}/file`, { token: by });
    const file = await get(viewer);
    expect([file.status, file.headers['content-type'], rowsIn(file.bytes)]).toEqual([
      200,
      'application/pdf',
      2501,
    ]);
    expect((await get(token)).status).toBe(404);
    const told = (
      await server.call('GET', '/notifications/multi?is_archived=false&offset=0', { token: viewer })
    ).json;
    expect(told.items ?? told).toMatchObject([
      { notify_type: 'EXPTDONE', notify_detail: { filename: 'many-2026-07-01.pdf', documentId: json.job } },
    ]);
  });

  it('is cancelled half way and leaves nothing', async () => {
    const { documents } = server.context;
    const { make: whole } = documents;
    documents.make = async (_payload, _caller, turn) => {
      for (;;) await turn(0.5, 'Page 1 of 2');
    };
    const { json } = await begin('many');
    await expect.poll(async () => (await job(json.job)).state).toBe('running');
    // The same again, while it is under way, is no second one.
    expect((await begin('many')).json).toEqual({ long: true, job: null, rows: 2500 });
    const mine = (await server.call('GET', '/documents', { token })).json.items;
    expect(mine).toMatchObject([
      { id: json.job, title: 'Many', filename: 'many-2026-07-01.pdf', holds: null, unit: 'page' },
    ]);
    await server.call('PUT', `/jobs/${json.job}/cancel`, { token });
    await server.context.jobs.idle();
    documents.make = whole;
    expect((await job(json.job)).state).toBe('cancelled');
    expect((await server.call('GET', `/documents/${json.job}/file`, { token })).status).toBe(404);
  });
});

describe('a page as a workbook', () => {
  it('is among my documents with its sheets', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(`select id from app_user where username = 'admin'`),
    );
    const ask = { screen: 'file', params: { id: 1 } };
    const payload = { ask, format: 'xlsx', title: 'File', name: 'file.xlsx' };
    await server.context.jobs.start('document', { payload, userId: rows[0]?.id ?? 0 });
    await server.context.jobs.idle();
    const [made] = (await server.call('GET', '/documents', { token })).json.items;
    expect(made).toMatchObject({ filename: 'file.xlsx', state: 'done', holds: 5, unit: 'sheet' });
  });

  it('has a sheet a part behind one that tells of them, and the same bytes for the same inputs', async () => {
    const answer = await make('file', { id: 1 }, token, 'xlsx');
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-disposition'])).toContain('file-2026-07-01.xlsx');
    expect(answer.headers['x-cadastre-pages']).toBe('5');
    const sheets = sheetsIn(answer.bytes);
    expect(Object.keys(sheets)).toEqual([
      'About',
      'Inspection I001-001',
      'Inspection I001-001 2',
      'Inspections',
      'Counts',
    ]);
    expect(sheets.About?.slice(0, 3)).toEqual([
      ['What', 'Value'],
      ['Title', 'File'],
      ['Run at', '01-Jul-2026 10:00'],
    ]);
    expect(sheets['Inspection I001-001']).toContainEqual(['Main', 'Cost', '$8', '']);
    // What is counted stands as a number, a code as its label, the totals at the end.
    expect(sheets.Inspections?.slice(1)).toEqual([
      ['I001-001', 'Planned', 'CESSNOCK', '8'],
      ['I002-001', 'Planned', 'DUNGOG', ''],
      ['Total', '', '', '8'],
    ]);
    // A text is a text whatever it begins with.
    expect(sheets.Counts?.[2]?.[2]).toBe('=2+3 ST');
    expect((await make('file', { id: 1 }, token, 'xlsx')).bytes.equals(answer.bytes)).toBe(true);
  });

  it('has the figures of a chart, of which the PDF has the picture', async () => {
    const sheets = sheetsIn((await make('costs', {}, token, 'xlsx')).bytes);
    expect(sheets['Cost by state']).toEqual([
      ['Inspection ID', 'State', 'Cost'],
      ['1', 'Planned', '8'],
      ['2', 'Planned', ''],
      ['One of two has a cost.'],
    ]);
    expect(sheets.About).toContainEqual(['Sheet Cost by state', 'Cost by state: 2 rows']);
    expect(sheets.About).toContainEqual([
      'Charts',
      '1 is drawn in the PDF of this page; the figures stand here.',
    ]);
  });

  it('is refused where nothing of the page has rows', async () => {
    const answer = await make('words', {}, token, 'xlsx');
    expect([answer.status, answer.json.message]).toEqual([
      422,
      'Nothing of this page has rows. Make a PDF of it.',
    ]);
  });
});
