// How pages stand on paper, in the real application.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  ({ page } = await watchedPage(browser, { colorScheme: 'dark' }));
  await enter(page, app.url, 'admin', app.password);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const sheets = async () => {
  const paper = await page.pdf({ format: 'A4', landscape: true });
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
};

describe('a printed page', () => {
  it('is dark on white, and has nothing to press, to drop on or to fill in', async () => {
    await page.goto(`${app.url}/trx/import`);
    await page.getByRole('heading', { name: 'Import files' }).waitFor();
    await page.locator('.cad-upload').waitFor({ state: 'attached' });
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await expect.poll(() => page.getByText('Drop sales files here, or pick them').isVisible()).toBe(false);
    await expect.poll(() => page.locator('.cad-content button:visible').count()).toBe(0);
    await expect.poll(() => page.locator('.cad-content input:visible').count()).toBe(0);
  });

  it('says under the headings that a table is empty, and takes no second sheet', async () => {
    await page.goto(`${app.url}/trx/import`);
    const shown = page.locator('.cad-grid').first();
    await shown.locator('.cad-empty').waitFor({ state: 'attached' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const told = /^No file has been imported yet\./;
    await expect.poll(() => shown.locator('.cad-grid-print tbody').textContent()).toMatch(told);
    await expect.poll(() => shown.locator('.cad-empty').isVisible()).toBe(false);
    expect(await sheets()).toBe(1);
  });

  it('keeps cards whole, without their stars and what finds them', async () => {
    await page.goto(`${app.url}/report/stat`);
    await page.locator('.cad-tile').first().waitFor();
    const cut = await page
      .locator('.cad-tile')
      .evaluateAll((tiles) => tiles.filter((tile) => getComputedStyle(tile).breakInside !== 'avoid').length);
    expect(cut).toBe(0);
    await expect.poll(() => page.locator('.cad-tile-star:visible').count()).toBe(0);
    await expect.poll(() => page.locator('.cad-content :is(input, select):visible').count()).toBe(0);
  });
});
