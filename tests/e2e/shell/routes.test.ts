// The routing rules of the frame: who gets where, under what title, and with which help.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { startUpstream, type Upstream } from '#tests/support/upstream.ts';

let app: Application;
let browser: Browser;
let maps: Upstream;
let signedOut: WatchedPage;
let signedIn: WatchedPage;
beforeAll(async () => {
  maps = await startUpstream();
  maps.answer((response) => {
    response.setHeader('content-type', 'image/svg+xml');
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"/>');
  });
  const env = { HELP_URL: 'http://127.0.0.1:9/help', HELP_TAB: 'office-help', STREET_VIEW_URL: maps.url };
  [app, browser] = [await startApplication({ env }), await launchBrowser()];
  [signedOut, signedIn] = [await watchedPage(browser), await watchedPage(browser)];
  await enter(signedIn.page, app.url, 'admin', app.password);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await maps?.close();
});

/** Follows an address inside the application, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('the routes', () => {
  it('lead who is signed out to the sign-in, keep the wanted page, and go there afterwards', async () => {
    const { page, complaints } = signedOut;
    for (const path of ['/app/dashboard', '/sale/index', '/report/salesact/560', '/studio', '/prop/1']) {
      await page.goto(`${app.url}${path}`);
      await at(page, '/app/login');
      const kept = await page.evaluate(() => localStorage.getItem('cadastre.session') ?? '');
      expect(JSON.parse(kept).pathAfterLogin).toBe(path);
    }
    await page.goto(`${app.url}/report/salesact/560?year=2024`);
    await at(page, '/app/login');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(app.password);
    await page.keyboard.press('Enter');
    await at(page, '/report/salesact/560');
    expect(new URL(page.url()).search).toBe('?year=2024');
    expect(complaints).toEqual([]);
  });

  it('are open without signing in where the page says so', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    const open = ['/', '/app/login', '/login', '/app/reset-password', '/app/privacy'];
    for (const path of [...open, '/app/mobile-privacy', '/app/acknowledge']) {
      await page.goto(`${app.url}${path}`);
      await page.locator('h1').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => page.locator('h1').first().textContent()).not.toContain('not found');
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lead who is signed in from the public site and the sign-in to the dashboard', async () => {
    const { page, complaints } = signedIn;
    for (const path of ['/', '/app/login', '/login']) {
      await page.goto(`${app.url}${path}`);
      await at(page, '/app/dashboard');
      await heading(page, 'Dashboard');
    }
    await page.goto(`${app.url}/app/privacy`);
    await heading(page, /Privacy/);
    expect(new URL(page.url()).pathname).toBe('/app/privacy');
    expect(complaints).toEqual([]);
  });

  it('fill their titles from their parameters, and links to records are made of ids', async () => {
    const { page, complaints } = signedIn;
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ id: number }>('select id from property order by id limit 1'),
    );
    const id = rows[0]?.id ?? 0;
    await follow(page, `/prop/${id}`);
    await heading(page, `PID ${id}`);
    await expect.poll(() => page.title()).toBe(`Cadastre - PID ${id}`);
    const supps = await app.database.database.owner((client) =>
      client.query<{ id: number }>('select id from supp order by id limit 1'),
    );
    const sid = supps.rows[0]?.id ?? 0;
    await follow(page, `/supp/${sid}`);
    await heading(page, `SID ${sid}`);
    await expect.poll(() => page.title()).toBe(`Cadastre - SID ${sid}`);
    const search = page.getByRole('combobox', { name: 'Quick search' });
    const analysed = await app.database.database.owner((client) =>
      client.query<{ id: number }>('select id from analysis order by id limit 1'),
    );
    const analysis = analysed.rows[0]?.id ?? 0;
    await follow(page, `/anly/${analysis}`);
    await heading(page, `AID ${analysis}`);
    await expect.poll(() => page.title()).toBe(`Cadastre - AID ${analysis}`);
    await search.fill(`${analysis}`);
    await search.press('Enter');
    await page.getByRole('option').first().waitFor();
    expect(
      await page
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('href'))),
    ).toContain(`/anly/${analysis}`);
    await follow(page, '/app/dashboard');
    await heading(page, 'Dashboard');
    await search.fill(`${id}`);
    await search.press('Enter');
    const link = page.getByRole('option').first();
    await expect.poll(() => link.getAttribute('href')).toBe(`/prop/${id}`);
    await search.press('Enter');
    await at(page, `/prop/${id}`);
    await follow(page, '/nowhere/at/all');
    await heading(page, 'Page not found');
    await expect.poll(() => page.title()).toBe('Cadastre - Page not found');
    expect(complaints).toEqual([]);
  });

  it('have a help link that opens one tab of the browser by its name', async () => {
    const { page } = signedIn;
    await follow(page, '/app/dashboard');
    await heading(page, 'Dashboard');
    const help = page.getByRole('link', { name: 'Help' });
    await expect.poll(() => help.getAttribute('href')).toBe('http://127.0.0.1:9/help/dashboard');
    await expect.poll(() => help.getAttribute('target')).toBe('office-help');
    await follow(page, '/sale/index');
    await heading(page, 'Search sales');
    await expect.poll(() => help.getAttribute('href')).toBe('http://127.0.0.1:9/help/searching');
  });

  it('show the street at a property where the company has a key, and ask nothing of anybody where it has none', async () => {
    const { page, complaints } = signedIn;
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ id: number }>(`select id from property where street_name <> '' order by id limit 1`),
    );
    await page.goto(`${app.url}/prop/${rows[0]?.id}`);
    await heading(page, /^PID/);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByText('Street view').count()).toBe(0);
    expect(maps.asked).toEqual([]);
    await app.database.database.owner((client) =>
      client.query(`update sysparam set value = 'key-1', version = version + 1 where name = 'GMAPIKEY'`),
    );
    await page.goto(`${app.url}/prop/${rows[0]?.id}`);
    const picture = page.getByRole('img', { name: /^The street at \S/ });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await expect.poll(() => picture.getAttribute('src')).toMatch(/[?&]key=key-1$/);
    expect(complaints).toEqual([]);
  });

  it('forget the session at sign-out by either address', async () => {
    const { page } = signedIn;
    await follow(page, '/logout');
    await at(page, '/app/login');
    await enter(page, app.url, 'admin', app.password);
    await heading(page, 'Dashboard');
    await follow(page, '/app/logout?force=true');
    await at(page, '/app/login');
    const kept = await page.evaluate(() => localStorage.getItem('cadastre.session') ?? '{}');
    for (const key of [
      'user',
      'userInfo',
      'mvp4AuthToken',
      'sessionId',
      'lastActive',
      'logoutDlgShownAt',
      'logoutTime',
    ])
      expect(JSON.parse(kept)[key] ?? null, key).toBeNull();
  });
});
