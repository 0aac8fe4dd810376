// Reference lists in the real application: a new item, an edit, a conflict answered by reload, by force, field by field.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

const shots = process.env.CADASTRE_SHOTS;
let app: Application;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];
/** The calls of reference lists with their bodies out of the envelope. */
const calls: { readonly call: string; readonly body: unknown }[] = [];
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  ({ context, page, complaints } = await watchedPage(browser, {}, (line) => /409|422/.test(line)));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/ref/')) return;
    const envelope: { CadastreSafeContent?: string } = JSON.parse(request.postData() ?? '{}');
    const content = envelope.CadastreSafeContent;
    calls.push({
      call: `${request.method()} ${pathname.slice(4)}${search}`,
      body: content === undefined ? null : JSON.parse(Buffer.from(content, 'base64').toString('utf8')),
    });
  });
  await enter(page, app.url, 'otto', await app.addUser('otto', 'office', '*'), '/ref/index?list=basis');
  await page.getByRole('heading', { name: 'Reference lists' }).waitFor();
});
afterAll(async () => {
  await context?.close();
  await browser?.close();
  await app?.stop();
});

interface Item {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
}

const owner = async (text: string, values: readonly unknown[]) =>
  (await app.database.database.owner((client) => client.query<Item>(text, values))).rows;
const item = async (code: string) =>
  (
    await owner(`select code, name, active, version from reference_item where list = 'basis' and code = $1`, [
      code,
    ])
  )[0];
/** Somebody else saves first. */
const elsewhere = (code: string, name: string, active: boolean) =>
  owner(
    `update reference_item set name = $2, active = $3, version = version + 1,
       updated_by = (select id from app_user where username = 'admin') where list = 'basis' and code = $1`,
    [code, name, active],
  );

const edit = async (name: string) => {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(name) });
  await dialog.getByLabel('Name').waitFor();
  return dialog;
};
const conflict = () => page.getByRole('dialog', { name: 'Somebody else has changed this' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();

async function looked(name: string): Promise<void> {
  for (const dark of [false, true]) {
    await page.evaluate((on) => {
      document.documentElement.dataset.theme = on ? 'dark' : 'light';
    }, dark);
    expect(await axeViolations(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/reference-${name}-${dark ? 'dark' : 'light'}.png` });
  }
}

describe('the dialog of a reference item', () => {
  it('stand in rows that reach the edge of their frame, though the columns end before it', async () => {
    const row = page.locator('.cad-grid-row').first();
    await row.waitFor();
    const lacking = () =>
      row.evaluate((element) => {
        const frame = element.closest('.bp6-table-quadrant-scroll-container');
        return frame ? frame.getBoundingClientRect().right - element.getBoundingClientRect().right : 9999;
      });
    await expect.poll(lacking).toBeLessThan(1);
  });

  it('adds an item, asks before it closes over something typed, and says which code is taken', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New item' });
    await dialog.getByLabel('Code').fill('ZZ1');
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Name is missing. Fill it in.').first().waitFor();
    await looked('new');
    await dialog.getByLabel('Name').fill('Alpha');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Alpha is added').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Alpha' }).waitFor();
    expect(await item('ZZ1')).toEqual({ code: 'ZZ1', name: 'Alpha', active: true, version: 1 });

    await page.getByRole('button', { name: 'New', exact: true }).click();
    await dialog.getByLabel('Code').fill('ZZ1');
    await dialog.getByLabel('Name').fill('Again');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('This code is taken.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('answers a conflict by reload: theirs are taken', async () => {
    const dialog = await edit('Alpha');
    await elsewhere('ZZ1', 'Beta', false);
    await dialog.getByLabel('Name').fill('Mine');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await conflict().getByText('Administrator has changed this item since you opened it.').waitFor();
    await expect
      .poll(() => page.getByText('Administrator has changed this item since you opened it.').count())
      .toBe(1);
    await looked('conflict');
    await press('Reload');
    await conflict().waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Beta');
    await expect.poll(() => dialog.getByLabel('Active').isChecked()).toBe(false);
    await dialog.getByLabel('Active').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Beta is saved').waitFor();
    expect(await item('ZZ1')).toEqual({ code: 'ZZ1', name: 'Beta', active: true, version: 3 });
  });

  it('answers a conflict by force: mine stand over theirs', async () => {
    const dialog = await edit('Beta');
    await elsewhere('ZZ1', 'Gamma', true);
    await dialog.getByLabel('Name').fill('Forced');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await conflict().waitFor();
    await press('Force save');
    await page.getByText('Forced is saved').waitFor();
    expect(await item('ZZ1')).toEqual({ code: 'ZZ1', name: 'Forced', active: true, version: 5 });
    const [entry] = await owner(
      `select forced from audit where table_name = 'reference_item' order by id desc limit 1`,
      [],
    );
    expect(entry).toEqual({ forced: true });
  });

  it('answers a conflict field by field, and a second one again', async () => {
    const dialog = await edit('Forced');
    await elsewhere('ZZ1', 'Theirs', false);
    await dialog.getByLabel('Name').fill('Mine');
    await dialog.getByLabel('Code').fill('ZZ2');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await conflict().getByRole('group', { name: 'Name' }).waitFor();
    await expect
      .poll(() => conflict().getByRole('group').allTextContents())
      .toEqual(['NameMine: MineTheirs: Theirs', 'ActiveAs it was: YesTheirs: No']);
    await looked('fields');
    await elsewhere('ZZ1', 'Later', false);
    await press('Merge and save');
    await conflict().getByText('Theirs: Later').waitFor();
    await page.keyboard.press('Escape');
    await conflict().waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Mine');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await conflict().getByRole('radio', { name: 'Theirs: Later' }).check();
    await press('Merge and save');
    await page.getByText('Later is saved').waitFor();
    expect(await item('ZZ2')).toEqual({ code: 'ZZ2', name: 'Later', active: false, version: 8 });
  });

  it('deletes an item after a question', async () => {
    await page.getByRole('row').filter({ hasText: 'Later' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The item was successfully deleted', { exact: true }).waitFor();
    expect(await item('ZZ2')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('makes the calls of reference lists and no others', () => {
    const place = /\d+/.exec(calls.find(({ call }) => call.startsWith('PUT'))?.call ?? '')?.[0];
    expect([...new Set(calls.map(({ call }) => call))]).toEqual([
      'GET /ref/basis?active=all',
      'POST /ref/basis',
      `PUT /ref/basis/${place}`,
      `DELETE /ref/basis/${place}?version=8`,
    ]);
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ code: 'ZZ1', name: 'Alpha' });
    expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
      { version: 1, name: 'Mine' },
      { version: 2, active: true },
      { version: 3, name: 'Forced' },
      { version: 3, name: 'Forced', __forceUpdate__: true },
      { version: 5, code: 'ZZ2', name: 'Mine' },
      { version: 6, code: 'ZZ2', name: 'Mine' },
      { version: 6, code: 'ZZ2', name: 'Mine' },
      { version: 7, code: 'ZZ2' },
    ]);
  });

  it('is not offered to somebody who may only look', async () => {
    const other = await watchedPage(browser);
    await enter(other.page, app.url, 'vera', await app.addUser('vera', 'viewer', '*'), '/ref/index');
    await other.page.getByRole('button', { name: 'List: Land uses' }).waitFor();
    await other.page.getByRole('row').nth(2).waitFor();
    await expect
      .poll(() => other.page.getByRole('button', { name: /^(?:New|Edit|Delete)$/ }).count())
      .toBe(0);
    await other.context.close();
  });
});
