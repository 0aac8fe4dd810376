// What the browser asks of the server, and what it keeps: lists per visit and per session, options together, users a minute.
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, follow, startApplication } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
/** Two districts of the demo data. */
let districts: readonly string[];

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ code: string }>(
      'select district_code::text as code from sale group by 1 order by count(*) desc, 1 limit 2',
    ),
  );
  districts = rows.map(({ code }) => code);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.getByRole('row');

/** What is asked of one path from now on: the values of its query. */
function asked(page: Page, path: string, name: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === `/api${path}`) seen.push(url.searchParams.get(name) ?? '');
  });
  return seen;
}

describe('reference lists', () => {
  it('are asked for together and anew at every visit of a page, and no page waits for what it does not ask', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    const which = asked(page, '/ref/lists', 'which');
    const visits = [
      ['/report/salequartile/', 'Sales ratio by quartile'],
      ['/report/monthsales/', /sales/i],
      ['/report/salequartile/', 'Sales ratio by quartile'],
    ] as const;
    let before = 0;
    for (const [route, title] of visits) {
      await follow(page, `${route}${districts[0]}?dataset=synthetic`);
      await heading(page, title).waitFor();
      await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
      const asked = before;
      await expect.poll(() => which.length).toBeGreaterThan(asked);
      const now = which.slice(before).flatMap((names) => names.split(','));
      before = which.length;
      expect(now, `${route} asks anew`).toContain('districts');
      expect(new Set(now).size, 'and for nothing twice').toBe(now.length);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('of one person are nothing to the next who signs in on the same page', async () => {
    const [mine, other] = districts;
    const password = await app.addUser('rory', 'valuer', [mine ?? '']);
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await follow(page, `/report/salequartile/${other}`);
    await heading(page, 'Sales ratio by quartile').waitFor();
    await follow(page, '/app/logout?force=true');
    await page.waitForURL((url) => url.pathname === '/app/login');
    await page.getByLabel('User name').fill('rory');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard').waitFor();
    await follow(page, `/report/salequartile/${other}`);
    await heading(page, 'Page not found').waitFor();
    await follow(page, `/report/salequartile/${mine}`);
    await heading(page, 'Sales ratio by quartile').waitFor();
    await context.close();
  });
});

/** Whether a request saves this option. */
function saves(request: Request, option: string): boolean {
  if (!request.url().endsWith('/api/useroptions')) return false;
  const sent = JSON.parse(request.postData() ?? '{}') as { readonly CadastreSafeContent?: string };
  return Buffer.from(sent.CadastreSafeContent ?? '', 'base64')
    .toString('utf8')
    .includes(option);
}

describe('options of a user', () => {
  it('are fetched in one call, saved at once, and found again in another browser', async () => {
    const password = await app.addUser('olga', 'valuer', '*');
    const group = (page: Page) =>
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Reporting' });
    const first = await watchedPage(browser);
    const options = asked(first.page, '/useroptions', 'options');
    await enter(first.page, app.url, 'olga', password);
    const read = () => options.filter((names) => names !== '');
    await expect.poll(read).toEqual(['menu.folded,keys.single']);
    const saved = first.page.waitForResponse(
      // The session's expiry is saved by the same call.
      (response) => response.request().method() === 'PUT' && saves(response.request(), 'menu.folded'),
    );
    await group(first.page).click();
    expect((await saved).status()).toBe(204);
    await first.context.close();

    const second = await watchedPage(browser);
    await enter(second.page, app.url, 'olga', password);
    await expect.poll(() => group(second.page).getAttribute('aria-expanded')).toBe('false');
    await second.context.close();
  });
});

describe('the list of users', () => {
  it('is asked for at most once a minute', async () => {
    const { page, context } = await watchedPage(browser);
    await page.clock.install({ time: new Date() });
    await enter(page, app.url, 'admin', app.password);
    const active = asked(page, '/user', 'activeOnly');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const open = async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New notification' });
      await dialog.locator('.cad-recipients-list input').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await open();
    // Beside what runs here, the clock runs by itself.
    await page.clock.runFor(20_000);
    await open();
    expect(active).toEqual(['true']);
    await page.clock.runFor(41_000);
    await open();
    await expect.poll(() => active).toEqual(['true', 'true']);
    await context.close();
  });
});
