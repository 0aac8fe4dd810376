// The search proxy: what an address says becomes a search, whose result takes the proxy's place.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, type WatchedPage, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let pids: readonly number[];
let searches: { readonly path: string; readonly body: unknown }[] = [];

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      "select distinct property_id as id from sale join property p on p.id = property_id where p.status <> 'X' order by 1 limit 2",
    );
    pids = rows.map(({ id }) => id);
  });
  watched = await watchedPage(browser, {}, (line) => /50[03]|40[06]|ERR_FAILED/.test(line));
  page = watched.page;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/api\/\w+\/search$/.test(pathname)) return;
    const sent = JSON.parse(request.postData() ?? '{}') as { readonly CadastreSafeContent?: string };
    const text = Buffer.from(sent.CadastreSafeContent ?? '', 'base64').toString('utf8');
    searches.push({ path: pathname, body: JSON.parse(text) });
  });
  await enter(page, app.url, 'admin', app.password);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
beforeEach(() => {
  searches = [];
});

const open = (path: string) => page.goto(`${app.url}${path}`);
const result = (type: string) => page.waitForURL(new RegExp(`/${type}/result/[\\w-]{16,}$`));
const searchOf = (list: string, ...criteria: readonly object[]) => ({
  path: `/api/${list}/search`,
  body: { searchType: 'full', isRecent: false, criteria },
});

describe('the search proxy', () => {
  it("is titled 'Loading search...' until the result takes its place in the history", async () => {
    await open('/app/dashboard');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/properties/search', async (route) => {
      await held;
      await route.continue();
    });
    await open(`/search/prop?propIds=${pids.join(',')}`);
    await page.getByRole('heading', { level: 1, name: 'Loading search...' }).waitFor();
    expect(await page.title()).toBe('Cadastre - Loading search...');
    expect(await axeViolations(page)).toEqual([]);
    release();
    await result('prop');
    await page.getByText('2 properties').waitFor();
    expect(searches).toEqual([searchOf('properties', { fld: 'id', op: 'oneof', val: pids })]);
    await page.unroute('**/api/properties/search');
    await page.goBack();
    await page.waitForURL('**/app/dashboard');
  });

  it('leads to the record for a single id, without a search', async () => {
    await open(`/search/prop/result?propIds=${pids[0]}`);
    await page.waitForURL(`**/prop/${pids[0]}`);
    await page.getByRole('heading', { level: 1, name: `PID ${pids[0]}` }).waitFor();
    expect(searches).toEqual([]);
  });

  it('searches sales of properties, and a field with values', async () => {
    await open(`/search/sale/result?propIds=${pids.join(',')}`);
    await result('sale');
    await open('/search/sale?fld=district_code&val=001&val=002');
    await result('sale');
    expect(searches).toEqual([
      searchOf('sales', { fld: 'property_id', op: 'oneof', val: pids }),
      searchOf('sales', { fld: 'district_code', op: 'oneof', val: ['001', '002'] }),
    ]);
  });

  it('runs a saved search anew, and the criteria of a shared one', async () => {
    const hash = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await open(`/search/sale?search=${hash}`);
    await result('sale');
    const criteria = [{ fld: 'suburb', op: 'contains', val: 'A' }];
    await open(`/search/sale?criteria=${encodeURIComponent(JSON.stringify(criteria))}`);
    await result('sale');
    expect(searches).toEqual([
      searchOf('sales', { fld: 'district_code', op: 'oneof', val: ['001', '002'] }),
      searchOf('sales', ...criteria),
    ]);
  });

  it('leads to the page of criteria for an action that it does not know', async () => {
    await open(`/search/sale/elsewhere?propIds=${pids.join(',')}`);
    await page.waitForURL('**/sale/index');
    expect(searches).toEqual([]);
  });

  it("tells the server's words when the search fails, and tries again", async () => {
    await page.route('**/api/properties/search', (route) =>
      route.fulfill({ status: 503, json: { message: 'The properties are being counted.' } }),
    );
    await open(`/search/prop?propIds=${pids.join(',')}`);
    await page.getByRole('alert').filter({ hasText: 'The properties are being counted.' }).first().waitFor();
    await page.getByRole('heading', { name: 'Loading search...' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute('**/api/properties/search');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await result('prop');
    await open('/search/sale?fld=shoe_size&val=44');
    await page.getByText('The search could not be run').waitFor();
    await page.getByRole('link', { name: 'Search by other criteria' }).click();
    await page.waitForURL('**/sale/index');
    await open('/search/shoes?propIds=1');
    await page.getByText('"shoes" cannot be searched. What can be searched: prop, sale.').first().waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
