import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, signIn, startApplication } from '#tests/support/application.ts';
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

describe('the main job', () => {
  it('keeps the wanted page over the sign-in and titles the window', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await page.goto(`${app.url}/sale/1`);
    await page.waitForURL('**/app/login');
    await expect.poll(() => page.title()).toBe('Cadastre - Sign in');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(app.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sale/1');
    await expect.poll(() => page.title()).toBe('Cadastre - Sale 1');
    await page.goto(`${app.url}/app/login`);
    await page.waitForURL('**/app/dashboard');
    await page.goto(`${app.url}/`);
    await page.waitForURL('**/app/dashboard');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tells a wrong password without saying which part is wrong', async () => {
    const { page, context } = await watchedPage(browser, {}, (line) => line.includes('401'));
    await page.goto(`${app.url}/app/login`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    const message = page.getByText('The username or the password is wrong.').first();
    await message.waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/login');
    const [over, field] = [await message.boundingBox(), await page.getByLabel('Password').boundingBox()];
    expect(over?.y ?? 0, 'the message covers no field').toBeGreaterThan(
      (field?.y ?? 0) + (field?.height ?? 0),
    );
    await context.close();
  });

  it('searches sales, opens one, saves a change and shows it in its history', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('textbox', { name: 'Suburb' }).first().fill('a');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sale/result/**');
    await page.getByRole('grid').waitFor();
    const link = page.getByRole('grid').getByRole('link').first();
    const id = (await link.textContent())?.trim();
    await link.click();
    // The address tells, too, of which result it is one.
    await page.waitForURL(({ pathname }) => pathname === `/sale/${id}`);
    const purpose = page.getByLabel('Purpose');
    await purpose.fill('TESTED');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`Sale ${id} is saved`).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('TESTED').first().waitFor();
    const stored = await app.database.database.owner((client) =>
      client.query<{ purpose: string; audits: number }>(
        `select s.purpose, (select count(*) from audit a where a.row_id = s.id and a.table_name = 'sale') as audits
         from sale s where s.id = $1`,
        [id],
      ),
    );
    expect(stored.rows[0]?.purpose).toBe('TESTED');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['prop', ['LT value $', 'Future value $', 'Change %']],
    ['sale', ['Contract date', 'Purchase price $', 'Interest %']],
  ])('shows what a found %s comes to at 1280 with the menu pinned', async (list, wanted) => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, `/${list}/index`);
    await page.getByRole('textbox', { name: 'Suburb' }).first().fill('a');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${list}/result/**`);
    const pin = page.getByLabel('Pin the menu to the page');
    if (!(await pin.isVisible())) await page.getByRole('button', { name: /menu/i }).first().click();
    await pin.check();
    await page.locator('[data-row="1"] a').first().waitFor();
    const whole = () =>
      page.getByRole('columnheader').evaluateAll((headings) => {
        const right = headings[0]?.closest('[role=grid]')?.getBoundingClientRect().right ?? 0;
        const shown = headings.filter((heading) => heading.getBoundingClientRect().right <= right);
        return shown.map((heading) => heading.querySelector('.cad-grid-title')?.textContent);
      });
    await expect.poll(whole).toEqual(expect.arrayContaining(wanted));
    const left = await page.getByRole('columnheader').first().boundingBox();
    expect(left?.x).toBeGreaterThan(200);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks before unsaved text is left', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/sale/2`);
    await page.getByLabel('Purpose').fill('HALF TYPED');
    await page.getByRole('link', { name: 'Statistical reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByLabel('Purpose').inputValue()).toBe('HALF TYPED');
    await page.getByRole('link', { name: 'Statistical reports' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/report/stat');
    await context.close();
  });

  it('drills from a report to the sales that it counts', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/report/mediansales/001?population=received`);
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await page.getByRole('button', { name: 'District: 001 CESSNOCK' }).waitFor();
    const row = grid.getByRole('row').nth(1);
    const count = await row.getByRole('gridcell').nth(1).textContent();
    await row.getByRole('button').or(row.getByRole('link')).first().click();
    await page.waitForURL('**/sale/result/**');
    await page.getByRole('status').getByText(`${count?.trim()} sales`, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows the not-found page for what is no page and for what is no number', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    for (const path of ['/nonsense', '/sale/abc', '/prop/1x', '/report/mediansales/999']) {
      await page.goto(`${app.url}${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await context.close();
  });

  it('hides a district from a user who has no right to it', async () => {
    const password = await app.addUser('only002', 'valuer', ['002']);
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'only002', password);
    await page.goto(`${app.url}/report/mediansales/001`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${app.url}/report/mediansales/all?population=received`);
    await page.getByRole('grid').waitFor();
    await page.getByText(/\d+ rows/).waitFor();
    await context.close();
  });

  it('signs out by its own page and forgets the session', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL('**/app/login');
    await page.goto(`${app.url}/sale/1`);
    await page.waitForURL('**/app/login');
    await context.close();
  });
});
