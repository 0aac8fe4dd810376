import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;

/** What the browser tells a page whose tab or window is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('an open page', () => {
  it('says that it is gone: with what was typed, or as a page that does not exist', async () => {
    const secret = await app.addUser('worker', 'valuer', '*');
    const typing = await watchedPage(browser, {}, (line) => /40[34]/.test(line));
    await enter(typing.page, app.url, 'worker', secret, '/sale/2');
    await typing.page.getByLabel('Purpose').fill('STILL HERE');
    const reading = await typing.context.newPage();
    await reading.goto(`${app.url}/sale/3`);
    await reading.getByLabel('Purpose').waitFor();
    await app.database.database.owner((client) =>
      client.query(
        `delete from role_permission where perm = 'saleV' and role_id = (select id from role where name = 'valuer')`,
      ),
    );
    await typing.page.waitForTimeout(5_100);
    for (const page of [typing.page, reading]) await lookAgain(page);
    await typing.page.getByText('This page is not available to you any more.').waitFor();
    // Rights and menu follow a moment later; the text outlives that too.
    await settled(typing.page);
    await typing.page.waitForTimeout(1_500);
    await expect.poll(() => typing.page.getByLabel('Purpose').inputValue()).toBe('STILL HERE');
    await reading.getByRole('heading', { name: 'Page not found' }).waitFor();
    await typing.context.close();
  });
});
