// My journeys in the real application: order by mouse and keyboard, saving, handing over by QR code.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let valuer: string;
let ids: readonly number[];
/** The sale that the first of them analyses: its number is another. */
let sale = 0;
let path = '';
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  valuer = await app.addUser('vic', 'valuer', '*');
  await app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number; sale_id: number }>(
      'select id, sale_id from analysis where sale_id is not null and sale_id <> id order by id limit 3',
    );
    ids = rows.map(({ id }) => id);
    sale = rows[0]?.sale_id ?? 0;
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function journeys(user: string, password: string, at = '/user/journeys') {
  const watched = await watchedPage(browser, {}, (line) => /409|422/.test(line));
  await enter(watched.page, app.url, user, password, `${at}`);
  await watched.page.getByRole('heading', { level: 1, name: 'My journeys' }).waitFor();
  return watched;
}

const stops = (page: Page) => page.getByRole('list', { name: 'Stops of Tuesday' }).getByRole('listitem');
const order = async (page: Page) =>
  (await stops(page).allTextContents()).map((text) => Number(/Analysis (\d+)/.exec(text)?.[1]));
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save: Tuesday' }).click();
  await page.getByText('Tuesday is saved').waitFor();
  await page.getByRole('button', { name: 'Save: Tuesday' }).waitFor({ state: 'detached' });
};

describe('my journeys', () => {
  it('begin empty; stops are added by id and kept once saved', async () => {
    const { page, context, complaints } = await journeys('admin', app.password);
    expect(await page.title()).toBe('Cadastre - My journeys');
    await page.getByText('You have no journey yet.').waitFor();
    await page.getByRole('button', { name: 'New journey' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Tuesday');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Tuesday is made. Add its stops.').waitFor();
    const id = page.getByLabel('Analysis id');
    await id.fill('north');
    await id.press('Enter');
    await page.getByRole('alert').filter({ hasText: '"north" is no analysis id.' }).waitFor();
    await id.fill('987654321');
    await id.press('Enter');
    await page.getByRole('button', { name: 'Save: Tuesday' }).click();
    await page.getByText('Analysis 987654321 does not exist, or you may not see it.').first().waitFor();
    await page.getByRole('button', { name: 'Discard: Tuesday' }).click();
    await page.getByText('No stop yet.').waitFor();
    await id.fill(ids.join(', '));
    await id.press('Enter');
    expect(await order(page)).toEqual(ids);
    await save(page);
    await page.getByText('3 stops, 0 visited').waitFor();
    await expect.poll(() => stops(page).first().getByRole('link').getAttribute('href')).toBe(`/sale/${sale}`);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('change their order by keyboard and by mouse, and leaving unsaved changes asks', async () => {
    const { page, context, complaints } = await journeys('admin', app.password);
    const [a, b, c] = ids;
    const down = page.getByRole('button', { name: 'Move stop 1 down' });
    await down.focus();
    await page.keyboard.press('Enter');
    expect(await order(page)).toEqual([b, a, c]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move stop 2 down');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    expect(await order(page)).toEqual([b, c, a]);
    await page.getByText('Stop 2 is stop 3 now.').waitFor({ state: 'attached' });
    await stops(page).nth(2).dragTo(stops(page).nth(0));
    expect(await order(page)).toEqual([a, b, c]);
    await page.getByRole('button', { name: 'Move stop 3 up' }).click();
    await page.getByLabel(/^Visited.*stop 1/).check();
    await page.getByText('3 stops, 1 visited').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('What you typed on this page is not saved. Leave it?').waitFor();
    await page.keyboard.press('Escape');
    await save(page);
    await page.reload();
    await expect.poll(() => order(page)).toEqual([a, c, b]);
    await page.getByText('3 stops, 1 visited').waitFor();
    await page.getByRole('button', { name: 'Remove stop 3' }).click();
    expect(await order(page)).toEqual([a, c]);
    await save(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keep what is typed when another window saved first', async () => {
    const one = await journeys('admin', app.password);
    const two = await one.context.newPage();
    await two.goto(`${app.url}/user/journeys`);
    await stops(two).first().waitFor();
    await two.getByLabel(/^Visited.*stop 2/).check();
    await one.page.getByLabel('Analysis id').fill(String(ids[1]));
    await one.page.getByLabel('Analysis id').press('Enter');
    await save(two);
    await one.page.getByRole('button', { name: 'Save: Tuesday' }).click();
    await one.page.getByText('This was changed elsewhere since you began.').waitFor();
    expect(await order(one.page)).toEqual([ids[0], ids[2], ids[1]]);
    expect(await axeViolations(one.page)).toEqual([]);
    await save(one.page);
    await one.context.close();
  });

  it('are handed over by a QR code, which copies the journey to whoever opens it', async () => {
    const { page, context, complaints } = await journeys('admin', app.password);
    await page.getByRole('button', { name: 'Hand over: Tuesday' }).click();
    const code = page.getByRole('img', { name: 'QR code that takes the journey over' });
    const address = (await code.getAttribute('data-address')) ?? '';
    expect(address).toMatch(new RegExp(`^${app.url}/user/journeys\\?code=[A-Z0-9-]{14}$`));
    await expect.poll(() => code.locator('path').getAttribute('d')).toMatch(/^(?:M\d+ \d+h1v1h-1z){200,}$/);
    expect(await axeViolations(page)).toEqual([]);
    path = address.slice(app.url.length);
    expect(complaints).toEqual([]);
    await context.close();

    const other = await journeys('vic', valuer, path);
    await other.page.getByText('Tuesday is among your journeys').waitFor();
    await expect.poll(() => order(other.page)).toEqual([ids[0], ids[2], ids[1]]);
    await other.page.getByText('Administrator').last().waitFor();
    expect(new URL(other.page.url()).search, 'the code is not kept in the address').toBe('');
    expect(other.complaints).toEqual([]);
    await other.context.close();
  });

  it('say that a code leads nowhere, and are taken over by typing one', async () => {
    const { page, context } = await journeys('vic', valuer, '/user/journeys?code=WXYZ-WXYZ-WXYZ');
    await page.getByText('No journey waits behind this code.').waitFor();
    await page.getByRole('button', { name: 'Take over by code' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Code')
      .fill(path.split('=')[1]?.toLowerCase() ?? '');
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await page.getByText('Tuesday is among your journeys').waitFor();
    await page.getByRole('button', { name: 'Delete: Tuesday' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The item was successfully deleted').waitFor();
    await page.getByText('You have no journey yet.').waitFor();
    await context.close();
  });
});
