import type { Browser } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, follow, signIn, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { adminOf, clockedPage, kept, question } from '#tests/support/clocked-session.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const { parameter } = adminOf(() => app);

describe('the end of a session that nobody uses', () => {
  beforeEach(async () => {
    await parameter('SESSENBL', '1');
    await parameter('SESSMINS', '10');
  });

  it('is over at once in a tab that was frozen past its end, without a call with its token', async () => {
    const { page, context } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.getByRole('timer').waitFor();
    const { mvp4AuthToken } = await kept(page);
    const sent: string[] = [];
    await page.clock.pauseAt(new Date(Date.now() + 5 * 60_000));
    page.on('request', (request) => {
      if (request.headers().authorization === `JWT ${mvp4AuthToken}`) sent.push(request.url());
    });
    await page.clock.fastForward(60 * 60_000);
    await page.clock.resume();
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(sent).toEqual([]);
    await context.close();
  });

  it('is kept by activity in another tab, and ends in both', async () => {
    const { page, context } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    const other = await context.newPage();
    await other.goto(`${app.url}/app/dashboard`);
    await other.getByRole('timer').waitFor();
    await page.clock.runFor(8 * 60_000 + 1_000);
    await question(page).waitFor();
    await other.keyboard.press('Shift');
    await question(page).waitFor({ state: 'detached' });
    await other.goto(`${app.url}/app/logout`);
    await other.waitForURL((url) => url.pathname === '/app/login');
    await page.clock.runFor(1_000);
    await page.waitForURL((url) => url.pathname === '/app/login');
    await context.close();
  });

  it('shows no timer and asks nothing where the company does not want it', async () => {
    await parameter('SESSENBL', null);
    const { page, context } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    const loaded = await page.evaluate(() => Date.now());
    await page.reload();
    await page.waitForLoadState('networkidle');
    const { logoutTime } = await kept(page);
    expect(
      Math.abs(Number(logoutTime) - loaded - 8 * 3_600_000),
      'eight hours after it has loaded',
    ).toBeLessThan(60_000);
    await page.clock.runFor(9 * 60_000);
    await expect.poll(() => page.getByRole('timer').count()).toBe(0);
    await expect.poll(() => question(page).count()).toBe(0);
    await context.close();
  });

  it('comes at once when the clock jumps past it, and not when it jumps back', async () => {
    await parameter('SESSMINS', '30');
    const { page, context } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.getByRole('timer').waitFor();
    await settled(page);
    const now = Date.now();
    await page.clock.setSystemTime(now - 5 * 3_600_000);
    await page.clock.runFor(6_000);
    expect(new URL(page.url()).pathname).toBe('/app/dashboard');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization !== undefined) sent.push(request.url());
    });
    await page.clock.setSystemTime(now + 3_600_000);
    await page.clock.runFor(6_000);
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(sent).toEqual([]);
    await context.close();
  });
});

describe('a session as the browser kept it', () => {
  it('that is edited by hand opens nothing and breaks nothing', async () => {
    const password = await app.addUser('vera', 'viewer', '*');
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => /40[134]/.test(line));
    await signIn(page, app.url, 'vera', password);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cadastre.session') ?? '{}'));
    const admin = {
      ...kept,
      user: { ...kept.user, id: 1 },
      userInfo: {
        ...kept.userInfo,
        perms: { roles: ['administrator'], perms: ['admnU', 'defnU', 'coptU', 'refiU', 'userU'] },
        menu: [{ title: 'Definitions', action: '/studio' }],
      },
    };
    await page.evaluate((text) => localStorage.setItem('cadastre.session', text), JSON.stringify(admin));
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByText('Active properties').waitFor();
    await page.waitForLoadState('networkidle');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect.poll(() => menu.getByRole('link', { name: 'Definitions' }).count()).toBe(0);
    await follow(page, '/studio');
    await page.getByRole('heading', { level: 1, name: /not found/i }).waitFor();
    for (const text of [
      '{',
      '[]',
      'null',
      JSON.stringify({
        ...kept,
        userInfo: { perms: 1 },
        user: 'vera',
        theme: 5,
        hiddenSearchRows: [1],
        logoutTime: 'x',
      }),
      JSON.stringify({ ...kept, mvp4AuthToken: { a: 1 } }),
      JSON.stringify({ ...kept, mvp4AuthToken: 'forged' }),
    ]) {
      await page.evaluate((next) => localStorage.setItem('cadastre.session', next), text);
      await page.goto(`${app.url}/sale/index`);
      await page.getByRole('heading', { level: 1 }).or(page.getByLabel('User name')).first().waitFor();
      expect(await page.locator('.cad-error-card').count(), text).toBe(0);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
