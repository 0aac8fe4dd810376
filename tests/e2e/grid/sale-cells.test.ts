// Cells of the sales found, changed in the real application: saved, refused when another was quicker, and not offered
// to who may only look.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
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

async function found(page: Page): Promise<void> {
  await page.goto(`${app.url}/sale/index`);
  await page.getByLabel('Suburb').first().fill('a');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sale/result/**');
  await page.locator('[data-row="1"] a').first().waitFor();
}

async function interest(page: Page, row: number) {
  const col = await page.getByRole('columnheader', { name: /^Interest/ }).getAttribute('data-col');
  return page.locator(`[role="row"][data-row="${row}"] [data-col="${col}"]`);
}

async function idOf(page: Page, row: number): Promise<number> {
  return Number(await page.locator(`[role="row"][data-row="${row}"] a`).first().textContent());
}

function stored(id: number): Promise<{ readonly interest: string; readonly version: number } | undefined> {
  return app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ interest: string; version: number }>(
      'select interest_pct::float8::text as interest, version from sale where id = $1',
      [id],
    );
    return rows[0];
  });
}

describe('cells of the sales found', () => {
  it('are saved row by row; one that another changed meanwhile is told and saved all the same', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await found(page);
    const [first, second] = [await idOf(page, 0), await idOf(page, 1)];
    await (await interest(page, 0)).click();
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('101');
    await page.keyboard.press('Enter');
    await page.getByText('1 cell cannot be saved: At most 100 is accepted.').waitFor();
    await (await interest(page, 1)).click();
    await page.keyboard.type('25');
    await page.keyboard.press('Enter');
    await app.database.database.owner((client) =>
      client.query('update sale set version = version + 1 where id = $1', [second]),
    );
    await page.getByRole('button', { name: 'Save 2 rows' }).click();
    await page.getByText('Saved 1 sale. 1 row not saved.').waitFor();
    expect((await stored(first))?.interest).toBe('12.5');
    await page.getByText(new RegExp(`sale ${second} was not saved`)).waitFor();
    const held = await stored(second);
    expect(held?.interest).not.toBe('25');
    await page.getByRole('button', { name: 'Save all the same' }).click();
    await page.getByRole('button', { name: 'Save all the same' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.cad-grid-notice').textContent()).toContain('Saved 1 sale.');
    expect(await stored(second)).toEqual({ interest: '25', version: (held?.version ?? 0) + 1 });
    await expect.poll(async () => (await interest(page, 1)).textContent()).toContain('25');
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await context.close();
  });

  it('ask before unsaved ones are left', async () => {
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await found(page);
    await (await interest(page, 0)).click();
    await page.keyboard.type('33');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save 1 row' }).waitFor();
    await page.getByRole('button', { name: 'Change the search' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
    expect(page.url()).toContain('/sale/result/');
    await context.close();
  });

  it('cannot be changed by who may only look', async () => {
    const password = await app.addUser('looker', 'viewer', '*');
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'looker', password);
    await found(page);
    await (await interest(page, 0)).click();
    await page.keyboard.press('F2');
    await page.keyboard.type('9');
    await expect.poll(() => page.locator('[data-editor]').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await context.close();
  });
});
