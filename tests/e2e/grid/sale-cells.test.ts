// Cells of the sales found, changed in the real application: saved, refused when another was quicker, and not offered
// to who may only look.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, keptSession, startApplication } from '#tests/support/application.ts';
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

async function found(page: Page): Promise<void> {
  await page.goto(`${app.url}/sale/index`);
  await page.getByRole('textbox', { name: 'Suburb' }).first().fill('a');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sale/result/**');
  await page.locator('[data-row="1"] a').first().waitFor();
}

async function interest(page: Page, row: number) {
  const header = page.getByRole('columnheader', { name: /^Interest/ });
  // Cells are drawn where they are seen; their columns may be wider than the window.
  await header.scrollIntoViewIfNeeded();
  const col = await header.getAttribute('data-col');
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

/** Another person saves one field of a sale, with the version that is stored. */
async function savedByOther(username: string, password: string, id: number, values: object): Promise<void> {
  const { mvp4AuthToken } = JSON.parse(await keptSession(app.url, username, password)) as {
    readonly mvp4AuthToken: string;
  };
  const body = { rows: [{ id, version: (await stored(id))?.version, ...values }], expected: 1 };
  const response = await fetch(`${app.url}/api/sales`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `JWT ${mvp4AuthToken}` },
    body: JSON.stringify({ CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64') }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator('.cad-grid-grid').evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
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

describe('a worksheet of sales', () => {
  it('takes a block, keeps what is wrong at its cell, saves all or none, and asks where another was quicker', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    const ann = await app.addUser('ann', 'administrator', '*');
    await enter(page, app.url, 'admin', app.password);
    await found(page);
    const ids = [await idOf(page, 0), await idOf(page, 1), await idOf(page, 2)].sort((a, b) => a - b);
    await page.getByRole('button', { name: 'Edit in a worksheet' }).click();
    await page.waitForURL('**/sale/bulkedit?hash=*');
    await page.getByText('more than the 2,000 rows of a worksheet, so no cell can be changed').waitFor();
    await page.goto(`${app.url}/sale/bulkedit?${ids.map((id) => `ids=${id}`).join('&')}`);
    await page.locator('[data-row="2"] a').first().waitFor();
    const [first = 0, second = 0] = ids;
    const before = await Promise.all(ids.map(stored));
    await (await interest(page, 0)).click();
    await paste(page, '13.5\n26 %\n$30');
    await page.getByText('Pasted 3 cells in 3 rows. 2 cells cannot be saved yet.').waitFor();
    await expect.poll(async () => (await interest(page, 2)).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Nothing was saved yet: 2 cells cannot be saved yet.').waitFor();
    await page.getByRole('button', { name: 'Show the first' }).click();
    await page.keyboard.type('26');
    await page.keyboard.press('Enter');
    await page.keyboard.type('130');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await interest(page, 2)).getAttribute('title'))
      .toBe('At most 100 is accepted.');
    await page.keyboard.press('Control+z');
    await (await interest(page, 1)).click();
    await (await interest(page, 2)).click({ modifiers: ['Shift'] });
    await page.getByText('2 rows × 1 column marked').waitFor();
    await page.keyboard.press('Control+d');
    await page.getByText('3 changes in 3 rows, not saved').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // Meanwhile somebody else changes the same cell of one row, and another cell of the next.
    await savedByOther('ann', ann, first, { interest_pct: 44 });
    await savedByOther('ann', ann, second, { purpose: 'STABLES' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 cell was changed by others meanwhile.').waitFor();
    expect(await stored(second)).toEqual({ ...before[1], version: (before[1]?.version ?? 0) + 1 });
    await expect
      .poll(() => page.getByRole('region', { name: 'Changed by others meanwhile' }).textContent())
      .toContain('ann has 44, you have 13.5');
    await page.getByRole('button', { name: new RegExp(`^Keep mine: sale ${first}, Interest`) }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved 3 changes in 3 sales.').waitFor();
    expect((await Promise.all(ids.map(stored))).map((row) => row?.interest)).toEqual(['13.5', '26', '26']);
    await page.getByText('No unsaved changes').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await context.close();
  });
});
