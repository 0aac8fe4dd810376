// A record type of JSON and SQL alone, in the browser: no line of TypeScript knows an inspection.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, settled, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';
import { inspectionScreens } from '#tests/support/inspection-screens.ts';

let server: TestServer;
let browser: Browser;
let url: string;
let otto: WatchedPage;
let page: Page;
let id = 0;
beforeAll(async () => {
  server = await startTestApp({ screens: { ...inspectionFiles, ...inspectionScreens } });
  await addSales(server.database);
  await addInspections(server.database);
  await server.addUser('otto', 'office', ['001']);
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  otto = await watchedPage(browser, {}, (line) => / (?:409|422) /.test(line));
  page = otto.page;
  await enter(page, url, 'otto', password, '/inspection/list');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });
const state = (name: string) => page.getByRole('group', { name: `State: ${name}` });
const saved = () => page.getByText('Inspection I001-001 is saved').waitFor();
const open = async (path: string) => {
  await page.goto(`${url}${path}`);
  await settled(page);
};
/** What somebody else does meanwhile. */
const meanwhile = async (method: string, path: string, body: object) => {
  const token = await server.tokenOf('admin');
  const { status } = await server.call(method, path, { token, body });
  expect(status).toBeLessThan(300);
};
const stored = async () => {
  const token = await server.tokenOf('otto');
  return (await server.call('GET', `/inspections/${id}`, { token })).json;
};
const shot = async (name: string) => {
  const folder = process.env.CADASTRE_SHOTS;
  if (!folder) return;
  for (const width of [1280, 1680, 768])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
};

describe('a record type of JSON and SQL alone', () => {
  it('is made from its list: defaults stand, rows are added, what nobody types follows', async () => {
    await heading('Inspections');
    await button('New inspection').click();
    await heading('New inspection');
    await page.getByText('Given when it is saved.').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('Inside');
    await page.getByRole('combobox', { name: 'Part' }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Bath', 'Wall']);
    await page.keyboard.press('Escape');
    const district = page.getByRole('combobox', { name: 'District' });
    await district.click();
    await page.getByRole('option').first().click();
    await field('Label').fill('A');
    const sale = page.getByRole('combobox', { name: 'Sale' });
    await sale.fill('1');
    await sale.press('Tab');
    await field('Rate').fill('2.5');
    await button('Add a room').click();
    await page.getByRole('textbox', { name: 'Name line 1' }).fill('Hall');
    await page.getByRole('textbox', { name: 'Size line 1' }).fill('4');
    await button('Add a room').click();
    await page.getByRole('textbox', { name: 'Name line 2' }).fill('Bath');
    await page.getByRole('textbox', { name: 'Size line 2' }).fill('6');
    await expect.poll(() => field('Cost').inputValue()).toBe('$25');
    await shot('new');
    expect(await axeViolations(page)).toEqual([]);
    await button('Create').click();
    await page.waitForURL(/\/inspection\/\d+$/);
    id = Number(/\d+$/.exec(page.url())?.[0]);
    await heading('Inspection I001-001');
    expect(await stored()).toMatchObject({ price: 100_000, cost: 25, state: 'PLANNED', rooms: [{}, {}] });
  });

  it('says what went into a value, and where a copy is from', async () => {
    await page
      .getByText(/^Copied from sale/)
      .getByRole('link')
      .waitFor();
    await button('What went in for Cost').click();
    await page.getByText(/^Saved .* by otto$/).waitFor();
    await page.getByText('Hall, 4', { exact: true }).waitFor();
    await field('Rate').fill('3');
    await page.getByText('As it is typed now').waitFor();
    await expect.poll(() => field('Cost').inputValue()).toBe('$30');
    await shot('record');
    expect(await axeViolations(page)).toEqual([]);
    await button('What went in for Cost').click();
  });

  it('moves on without losing what is typed, and is saved after it with its rows', async () => {
    await state('Planned').waitFor();
    await button('Finish').focus();
    await page.keyboard.press('Enter');
    await state('Done').waitFor();
    expect(await field('Rate').inputValue()).toBe('3');
    expect(await stored()).toMatchObject({ state: 'DONE', rate: 2.5, version: 2 });
    await page.getByText('For somebody else to do: this record is yours.').waitFor();
    await page.getByRole('textbox', { name: 'Size line 2' }).focus();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await button('Save').click();
    await saved();
    expect(await stored()).toMatchObject({
      version: 3,
      rate: 3,
      rooms: [{ name: 'Bath' }, { name: 'Hall' }],
    });
  });

  it('shows a refused row at its cell', async () => {
    await page.getByRole('textbox', { name: 'Size line 1' }).fill('-1');
    await page.keyboard.press('Tab');
    await page.getByText('Size must be 0 or more.').waitFor();
    await page.getByRole('textbox', { name: 'Size line 1' }).fill('6');
  });

  it('merges what two people changed, row by row', async () => {
    const { version, rooms } = await stored();
    await meanwhile('PUT', `/inspections/${id}`, {
      version,
      label: 'A1',
      rooms: [{ ...rooms[0], size: 8 }, rooms[1], { name: 'Attic', size: 1 }],
    });
    await page.getByRole('textbox', { name: 'Size line 2' }).fill('5');
    await button('Save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Rooms: Bath').waitFor();
    await shot('merge');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge and save' }).click();
    await expect
      .poll(async () => (await stored()).rooms)
      .toMatchObject([
        { name: 'Bath', size: 8 },
        { name: 'Hall', size: 5 },
        { name: 'Attic', size: 1 },
      ]);
    expect(await stored()).toMatchObject({ label: 'A1', version: version + 2 });
  });

  it('is approved by somebody else, and tells all of it in its history', async () => {
    await page.getByRole('listitem').filter({ hasText: 'Planned' }).filter({ hasText: 'Done' }).waitFor();
    await meanwhile('POST', `/inspections/${id}/move`, {
      move: 'approve',
      version: (await stored()).version,
    });
    await button('Reopen').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Take it over, then reopen' }).click();
    await page.getByText('Reopen cannot be done while it is "Checked".').waitFor();
    await state('Checked').waitFor();
    expect(await button('Reopen').count()).toBe(0);
  });

  it('is found by its key, by quick search and by a search, and stands in its list', async () => {
    await open('/inspection/001/A1');
    await heading('Inspection I001-001');
    await state('Checked').waitFor();
    await page.getByRole('combobox', { name: 'Quick search' }).fill('A1');
    // Where its page is, the browser knows from what is generated of the shipped types.
    await page.getByRole('option', { name: /A1/ }).waitFor();
    await open('/inspection/index');
    await page.getByLabel('Label').first().fill('a1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/inspection/result/**');
    await page.getByRole('link', { name: 'A1' }).click();
    await page.waitForURL('**/inspection/001/A1');
    await open('/inspection/list');
    await page.getByText('Checked').waitFor();
    await shot('list');
    // Place of the bulk action: made on the list, undone there.
  });

  it('complains of nothing', () => {
    expect(otto.complaints).toEqual([]);
  });
});
