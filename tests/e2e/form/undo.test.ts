// A record page of the real application: what was saved is taken back, and what stood before is restored.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let otto: string;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  otto = await app.addUser('otto', 'office', '*');
  await app.database.database.owner((client) =>
    client.query("update sale set purpose = 'SHOP' where id = 2"),
  );
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const stored = async () =>
  (
    await app.database.database.owner((client) =>
      client.query<{ purpose: string }>('select purpose from sale where id = 2'),
    )
  ).rows[0]?.purpose;

describe('what was saved', () => {
  it('is taken back from its message, and a value of before from the history', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'otto', otto, '/sale/2');
    const purpose = page.getByLabel('Purpose');
    const bar = page.locator('.cad-form-buttons');
    await purpose.fill('WRONG');
    await bar.getByText('1 change', { exact: true }).waitFor();
    await bar.getByText('Purpose SHOP → to WRONG').waitFor();
    await page.getByText('was SHOP').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sale 2 is saved').waitFor();
    expect(await stored()).toBe('WRONG');
    await page.locator('.cad-snackbar-button', { hasText: 'Undo' }).click();
    await page.getByText('Sale 2 is as it was before').waitFor();
    await expect.poll(() => purpose.inputValue()).toBe('SHOP');
    expect(await stored()).toBe('SHOP');

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Restore Purpose: WRONG' }).click();
    await page.getByText('Purpose is restored').waitFor();
    expect(await stored()).toBe('WRONG');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect.poll(() => purpose.inputValue()).toBe('WRONG');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
