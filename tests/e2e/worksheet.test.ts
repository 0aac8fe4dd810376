// A worksheet from the first line to the adopted value, by a person without a pointer.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { tabTo } from '#tests/support/by-keys.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let browser: Browser;
let url: string;
let page: Page;
beforeAll(async () => {
  server = await startTestApp({});
  await server.addUser('nora', 'valuer', ['001']);
  await server.database.owner(async (client) => {
    await client.query(
      "insert into property (id, district_code, area, area_unit) values (21, '001', 25000, 'H')",
    );
    await client.query(`insert into property_value (property_id, base_date, land_value, method, factor_applied, factor_component)
      values (21, '2026-07-01', 312000, 'F', 1.04, 'AA')`);
  });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  ({ page } = await watchedPage(browser));
  await enter(page, url, 'nora', password, '/prop/21');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const press = async (name: string | RegExp) => {
  await tabTo(page, button(name));
  await page.keyboard.press('Enter');
};
const type = async (name: string, text: string) => {
  await tabTo(page, page.getByRole('textbox', { name }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};
const choose = async (name: string, text: string) => {
  await tabTo(page, page.getByRole('combobox', { name }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text, exact: true }).waitFor();
  await page.keyboard.press('Enter');
};

it('values a house site and the balance of the land, and adopts the value', async () => {
  await tabTo(page, page.getByRole('tab', { name: 'Details' }));
  const worksheets = page.getByRole('tab', { name: 'Worksheets' });
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('ArrowRight');
    if ((await worksheets.and(page.locator(':focus')).count()) === 1) break;
  }
  await expect.poll(() => worksheets.getAttribute('aria-selected')).toBe('true');
  await page.getByText('This property has no worksheet.').waitFor();
  await press('New worksheet');
  await page.waitForURL(/\/prop\/21\/worksheet\/\d+$/);
  await settled(page);

  await press('Add a main line');
  await type('Description line 1', 'House site');
  await type('Quantity line 1', '4000');
  await choose('Unit line 1', 'm²');
  await type('Rate line 1', '60');
  await press('Add a main line');
  await type('Description line 2', 'Balance');
  await choose('Unit line 2', 'ha');
  await type('Rate line 2', '45000');
  await tabTo(page, button(/^Take the balance/).last());
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('textbox', { name: 'Value line 2' }).inputValue()).toBe('$94,500');
  expect(await axeViolations(page)).toEqual([]);

  await press('Save');
  await page.getByText('The worksheet is saved').waitFor();
  await page.getByText('$334,500').first().waitFor();
  await page.getByText('$335,000').first().waitFor();
  await press('Adopt the value');
  await page.getByRole('group', { name: 'Stage: Done' }).waitFor();
  const { rows } = await server.database.owner((client) =>
    client.query<{ land_value: number; method: string }>(
      "select land_value, method from property_value where property_id = 21 and base_date = '2026-07-01'",
    ),
  );
  expect(rows).toEqual([{ land_value: 335_000, method: 'H' }]);

  // Its PDF is there by itself, and once more by hand.
  await tabTo(page, page.getByRole('tab', { name: 'Lines' }));
  await page.keyboard.press('ArrowRight');
  const kept = page.getByText(/^Worksheet 2026 of property 21, .+\.pdf$/);
  await expect.poll(() => kept.count()).toBeGreaterThan(0);
  const once = await kept.count();
  await press('Keep a PDF');
  await page.getByText(/ is kept under Attachments$/).waitFor();
  await expect.poll(() => kept.count()).toBe(2 * once);
});
