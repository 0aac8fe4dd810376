// The palette in the real application, by keyboard alone.
import type { Browser, Page } from 'playwright';
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

const box = (page: Page) => page.getByRole('combobox', { name: 'Find a page, report or record' });
const options = (page: Page) => page.getByRole('dialog', { name: 'Find' }).getByRole('option');

describe('the palette', () => {
  it('leads from the dashboard to the median prices in two steps, and back to them as they were left', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.getByRole('button', { name: 'Ctrl K: find a page, report or record' }).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type('median');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/report/mediansales/all');
    await page.getByRole('heading', { level: 1, name: 'Median sale prices, all districts' }).waitFor();
    await page.getByRole('grid').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    // Kept when the page has rested under its title.
    const recent = () =>
      page.evaluate(() => JSON.stringify(localStorage).includes('/report/mediansales/all'));
    await expect.poll(recent).toBe(true);
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByRole('button', { name: 'Ctrl K: find a page, report or record' }).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    const lately = page.getByRole('group', { name: 'Recent' }).getByRole('option').first();
    await expect.poll(() => lately.textContent()).toContain('Median');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('finds a record by its ID, works in a field, and offers nothing that its user may not open', async () => {
    const password = await app.addUser('only001', 'viewer', ['001']);
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'only001', password);
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('combobox', { name: 'Quick search' }).focus();
    await page.keyboard.press('Control+k');
    await box(page).fill('server');
    await page.getByText('Nothing is called that.').waitFor();
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ id: number }>(
        `select s.id from sale s where s.district_code = '001' and not exists (select from property p where p.id = s.id)
         and not exists (select from analysis a where a.id = s.id) order by s.id desc limit 1`,
      ),
    );
    await box(page).fill(String(rows[0]?.id));
    await page.keyboard.press('Enter');
    await expect.poll(() => options(page).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/sale/${rows[0]?.id}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
