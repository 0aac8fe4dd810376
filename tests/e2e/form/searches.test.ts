// Searches in the real application: changed, kept as a favourite under a name, found again after a reload, removed.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('a search', () => {
  it('begins in its first field without a Tab, counts what it would find, picks codes, and explains itself', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/app/dashboard');
    await page.getByRole('link', { name: 'Sales', exact: true }).first().click();
    await page.waitForURL('**/sale/index');
    const id = page.getByRole('textbox', { name: 'Sale ID is one of' });
    const focused = () => id.evaluate((element) => element === document.activeElement);
    await expect.poll(focused).toBe(true);
    await page.keyboard.type('1, 2');
    await page.getByText('2 sales', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: /^Zone/ }).fill('R2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove R2', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('h');
    const help = page.getByRole('complementary', { name: 'Help' });
    await help.getByRole('heading', { name: 'Searching', exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Help', exact: true });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is changed, made a favourite, named, opened again and removed, by keyboard', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/sale/index');
    await page.getByRole('textbox', { name: 'Suburb' }).first().fill('a');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sale/result/**');
    await page.getByRole('button', { name: 'Change the search' }).click();
    await page.waitForURL('**/sale/index?search.from=*');
    const text = 'Suburb contains a.';
    await expect.poll(() => page.getByLabel('Suburb').first().inputValue()).toBe('a');
    await page.getByRole('button', { name: `Favourite: ${text}` }).press('Enter');
    await page.getByRole('list', { name: 'Favourite searches' }).waitFor();
    await page.getByRole('button', { name: `Rename: ${text}` }).press('Enter');
    await page.getByRole('textbox', { name: `Name of: ${text}` }).waitFor();
    await page.keyboard.type('All with an a');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All with an a', exact: true }).waitFor();
    await page.goto(`${app.url}/sale/index`);
    const favourite = page.getByRole('button', { name: 'All with an a', exact: true });
    await favourite.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.CADASTRE_SHOTS)
      await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/sale-index.png`, fullPage: true });
    await favourite.press('Enter');
    await page.waitForURL('**/sale/result/**');
    await page.goBack();
    await page.getByRole('button', { name: 'Remove: All with an a' }).press('Enter');
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect.poll(() => favourite.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
