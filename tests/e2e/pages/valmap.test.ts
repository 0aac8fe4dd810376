// Lists of PIDs on their page: picked by address or number, shown on a map.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    await client.script(
      `insert into property (id, district_code, hnum1, street_name, suburb, lat, lon)
       values (101, '001', 1, 'WATTLE', 'ALPHA', -33, 151), (102, '001', 2, 'WATTLE', 'ALPHA', -33.001, 151.001),
         (103, '001', 3, 'BANKSIA', 'ALPHA', -33.4, 151.6)`,
    );
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('the page of lists of PIDs', () => {
  it('takes properties that are picked by their numbers and by letters, and shows them on a map', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/trx/valmap');
    const properties = page.getByRole('combobox', { name: 'Properties' });
    await properties.fill('101, 102');
    await properties.press('Enter');
    await properties.fill('banksia');
    await page.getByRole('option', { name: /BANKSIA/i }).click();
    const chosen = page.getByRole('list', { name: 'Properties: chosen' }).getByRole('listitem');
    await expect.poll(() => chosen.count()).toBe(3);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take the properties' }).click();
    await page.waitForURL('**/trx/valmap?list=*');
    await settled(page);
    const { rows } = await app.database.database.owner((client) =>
      client.query('select direction, source, pids from handoff_log'),
    );
    expect(rows).toEqual([{ direction: 'OUT', source: 'RESULT', pids: expect.arrayContaining([101, 103]) }]);
    const [map] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Show on a map' }).click(),
    ]);
    await map.waitForURL('**/map/*');
    await expect.poll(() => map.getByRole('status').allTextContents()).toContain('3 properties');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
