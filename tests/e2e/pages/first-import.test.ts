import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOf } from '#tests/server/import/import-of.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ ownProcess: true }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('a page of who has just imported the first real sales', () => {
  it('says so, changes when it is asked to, and leads from an empty report to rows by keys', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/report/mediansales/001');
    await page.locator('[data-row="1"]').first().waitFor();
    const lines = ['1', '2', '3'].map((n) =>
      saleLine({ pid: `490000${n}`, contract: '20211224', dealing: `ZZ${n}`, house: n }),
    );
    await importOf(app.database.database, { 'week.DAT': psiText(lines) });
    const shown = page.getByRole('radio', { name: 'Synthetic data' });
    const offer = page.getByRole('button', { name: 'Show the real data' });
    // The page hears of it within half a minute.
    await offer.waitFor({ timeout: 90_000 });
    expect(await shown.isChecked()).toBe(true);
    await offer.click();
    expect(await page.getByRole('radio', { name: 'Real data' }).isChecked()).toBe(true);
    expect(await offer.count()).toBe(0);
    const nearest = page.getByRole('group', { name: 'Filters that have rows' }).getByRole('button').first();
    await nearest.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'CESSNOCK' }).first().waitFor();

    const { search } = new URL(page.url());
    await page.getByRole('button', { name: /^District: 001/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'District' }).fill('newcastle');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/report/mediansales/008');
    expect(new URL(page.url()).search).toBe(search);
    await page.goto(`${app.url}/report/stat`);
    await expect.poll(() => page.getByRole('combobox', { name: 'District' }).inputValue()).toBe('008');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
