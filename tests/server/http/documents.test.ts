import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const counts = screens['screens/report/counts.json'];
const paged = {
  ...screens,
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
  await server.addUser('viewer', 'viewer', ['001']);
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const make = (screen: string, params: object = {}, by = token) =>
  server.call('POST', '/documents', { token: by, body: { screen, params } });

/** Cells of the tables: figures and names of the structure stand in the file as they are. */
const rowsIn = (bytes: Buffer) => bytes.toString('latin1').match(/\/S \/TR\b/g)?.length ?? 0;

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
      'The document has more than 1 page. Narrow the filters, or export the rows as CSV or XLSX.',
    ]);
    const open = await make('open');
    expect([open.status, open.json.message]).toEqual([422, 'This page is not made for paper.']);
    expect((await make('report/counts', { dst: '001', nonsense: 1 })).status).toBe(400);
  });
});
