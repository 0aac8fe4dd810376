// A day with Crown Land, by keys alone: a tenure is found, its rent redetermined, and that taken back.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { tabTo } from '#tests/support/by-keys.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('a day with Crown Land by keys', () => {
  it('finds a tenure by its account, redetermines its rent, takes that back and does it again', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/app/dashboard');
    await settled(page);
    const { keyboard } = page;
    const goTo = (name: string | RegExp, role: 'button' | 'grid' | 'textbox' = 'button') =>
      tabTo(page, page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }));

    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a page, report or record' }).waitFor();
    await keyboard.type('tenures');
    await page
      .getByRole('option')
      .filter({ has: page.locator('.cad-palette-title', { hasText: /^Tenures$/ }) })
      .waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search tenures' }).waitFor();
    const first = page.getByRole('textbox', { name: /^Account no/ });
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
    await keyboard.type('620006');
    await keyboard.press('Enter');
    await page.waitForURL('**/clte/result/*');
    await settled(page);

    await goTo(/.*/, 'grid');
    await page.getByRole('grid').getByText('620006', { exact: true }).waitFor();
    // The one row there is: below it stand the totals.
    await keyboard.press('Control+Home');
    // Past the box that selects the row, to the cell that leads on.
    for (let i = 0; i < 4 && (await page.locator('.cad-active a').count()) === 0; i++)
      await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await page.waitForURL(/\/clte\/\d+/);
    await page.getByRole('heading', { level: 1, name: 'Tenure 620006' }).waitFor();
    await settled(page);

    const dialog = page.getByRole('dialog', { name: 'Redetermine rents' });
    const redetermine = async () => {
      await goTo('Redetermine…');
      await keyboard.press('Enter');
      await dialog.waitFor();
      await goTo(/^Reviewed as at/, 'textbox');
      await keyboard.type('31/12/2027');
      await goTo('Show what would be done');
      await keyboard.press('Enter');
      await goTo('Change 1 tenure');
      await keyboard.press('Enter');
      await dialog.getByText('What was changed').waitFor();
    };
    const done = async () => {
      await goTo('Done');
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    const head = page.locator('.cad-facts').first();
    await redetermine();
    await goTo('Undo');
    await keyboard.press('Enter');
    await dialog.getByText('Taken back for 1 tenure.').waitFor();
    await done();
    await head.getByText('None', { exact: true }).waitFor();
    await redetermine();
    await done();

    // $47,500 at 5 %, above the minimum of $650; $427 more than the $1,948 before.
    await head.getByText('Proposed', { exact: true }).waitFor();
    for (const figure of ['$1,948', '$2,375', '$427'])
      await head.getByText(figure, { exact: true }).waitFor();
    await page.getByText("The formula is the office's own.").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
