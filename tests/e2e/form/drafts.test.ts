// Unsaved text in the real application: kept while typing, offered after a reload, after the end of a session, to its writer alone.
import type { Browser, Page } from 'playwright';
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
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const drafts = async () =>
  (
    await app.database.database.owner((client) =>
      client.query<{ content: { purpose?: string }; record: string }>('select content, record from draft'),
    )
  ).rows;
const offer = (page: Page) => page.getByText(/You have unsaved changes of \d\d:\d\d\./);
const purpose = (page: Page) => page.getByLabel('Purpose');

describe('unsaved text', () => {
  it('is kept, offered after a reload, restored, and gone once it is saved', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'otto', otto, '/sale/2');
    await purpose(page).fill('KEPT');
    await expect.poll(drafts).toEqual([{ content: { purpose: 'KEPT' }, record: '2' }]);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await offer(page).waitFor();
    await expect.poll(() => purpose(page).inputValue()).not.toBe('KEPT');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => purpose(page).inputValue()).toBe('KEPT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sale 2 is saved').waitFor();
    await expect.poll(drafts).toEqual([]);
    await page.reload();
    await purpose(page).waitFor();
    await expect.poll(() => purpose(page).inputValue()).toBe('KEPT');
    await expect.poll(() => offer(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is offered again after the session ended and the person signed in', async () => {
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('401'));
    await enter(page, app.url, 'otto', otto, '/sale/3');
    await purpose(page).waitFor();
    // Whatever else the page asks meanwhile must not hear of it before the text is there.
    let go: (() => void) | undefined;
    const filled = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await filled;
      await route.fallback();
    });
    await app.database.database.owner((client) =>
      client.query(`delete from session where user_id = (select id from app_user where username = 'otto')`),
    );
    // The server takes none of it any more: the end of the session shows when it is to be kept.
    await purpose(page).fill('UNSENT');
    go?.();
    await page.waitForURL('**/app/login');
    await page.getByLabel('User name').fill('otto');
    await page.getByLabel('Password').fill(otto);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sale/3');
    await offer(page).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => purpose(page).inputValue()).toBe('UNSENT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sale 3 is saved').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is nobody else’s', async () => {
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'otto', otto, '/sale/4');
    await purpose(page).fill('MINE');
    await expect.poll(async () => (await drafts()).length).toBe(1);
    const other = await watchedPage(browser);
    await enter(other.page, app.url, 'admin', app.password, '/sale/4');
    await purpose(other.page).waitFor();
    await other.page.waitForLoadState('networkidle');
    await expect.poll(() => offer(other.page).count()).toBe(0);
    await other.context.close();
    await context.close();
  });
});

describe('a refused sign-in', () => {
  it('is told once, and not as something that was not saved', async () => {
    const { page, context } = await watchedPage(browser, {}, (line) => line.includes('401'));
    await page.goto(`${app.url}/app/login`);
    await page.getByLabel('User name').fill('otto');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    const told = page.getByText('The username or the password is wrong.');
    await told.first().waitFor();
    await expect.poll(() => told.count()).toBe(1);
    await expect.poll(() => page.getByText('Not saved').count()).toBe(0);
    await context.close();
  });
});
