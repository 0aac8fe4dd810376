import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { answerOf, launchBrowser, stopClock, watchedPage } from '#tests/support/browser.ts';
import { adminOf, clockedPage, kept } from '#tests/support/clocked-session.ts';

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

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

describe('a session that nobody uses', () => {
  beforeEach(async () => {
    await parameter('SESSENBL', '1');
    await parameter('SESSMINS', '10');
  });

  it('asks two minutes before its end, goes on with any activity, and ends by itself', async () => {
    const { page, context, complaints } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/sale/index`);
    const timer = page.getByRole('timer');
    await timer.waitFor();
    // Code that is still on its way when minutes pass counts as code that does not come.
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(8 * 60_000 + 1_000);
    await question(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Shift');
    await question(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/sale/index');
    await page.clock.runFor(10 * 60_000 + 1_000);
    await page.waitForURL((url) => url.pathname === '/app/login');
    const state = await kept(page);
    for (const key of ['mvp4AuthToken', 'user', 'userInfo', 'sessionId', 'lastActive', 'logoutTime'])
      expect(state[key], key).toBeNull();
    expect(state.pathAfterLogin).toContain('/sale/index');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows the time left every five seconds, and every half second when ten minutes are left', async () => {
    await parameter('SESSMINS', '20');
    const { page, context } = await clockedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    const timer = page.getByRole('timer');
    await timer.waitFor();
    await stopClock(page);
    const seen = async (ms: number, steps: number) => {
      const texts = new Set<string | null>();
      for (let i = 0; i < steps; i++) {
        await page.clock.runFor(ms / steps);
        texts.add(await timer.textContent());
      }
      return texts.size;
    };
    expect(await seen(20_000, 20), 'four times in twenty seconds').toBeLessThanOrEqual(5);
    await page.clock.runFor(10 * 60_000);
    expect(await seen(5_000, 10), 'every second in five').toBeGreaterThanOrEqual(5);
    await context.close();
  });
});

describe('the session', () => {
  it('asks before it is left with unsaved text, and by force does not', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/studio`);
    await page.goto(`${app.url}/studio/edit?path=screens/sale/index.json`);
    const text = page.getByRole('textbox', { name: 'Text of screens/sale/index.json' });
    await text.click();
    await page.keyboard.type(' ');
    await page.getByRole('button', { name: /Administrator/ }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    expect((await kept(page)).mvp4AuthToken).not.toBeNull();
    await page.evaluate(() => {
      history.pushState({}, '', '/app/logout?force=true');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForURL((url) => url.pathname === '/app/login');
    await context.close();
  });

  it('counts openings of pages, and one page twice only after two seconds', async () => {
    const { page, context } = await watchedPage(browser);
    const hits: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/user/loghit')) return;
      const { CadastreSafeContent } = JSON.parse(request.postData() ?? '{}') as {
        CadastreSafeContent: string;
      };
      hits.push((JSON.parse(Buffer.from(CadastreSafeContent, 'base64').toString()) as { path: string }).path);
    });
    await page.goto(`${app.url}/app/login`);
    await page.getByLabel('User name').waitFor();
    expect(hits).toEqual([]);
    await signIn(page, app.url, 'admin', app.password);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('heading', { level: 1, name: 'Search sales' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(hits).toEqual(['/app/dashboard', '/sale/index']);
    expect(await page.title()).toBe('Cadastre - Search sales');
    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(hits).toHaveLength(2);
    await context.close();
  });

  it('asks for a refresh, once, when the server or what it serves is of another version', async () => {
    const { page, context } = await watchedPage(browser);
    let header = 'x-cadastre-version';
    await page.route('**/api/**', async (route) => {
      const answer = await answerOf(route);
      if (answer)
        await route.fulfill({ response: answer, headers: { ...answer.headers(), [header]: '99.0.0' } });
    });
    const server = page.getByRole('dialog', { name: 'Client/server mismatch' });
    await page.goto(`${app.url}/app/login`);
    await server.getByText('Ctrl').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await server.getByRole('button', { name: 'Close' }).last().click();
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(app.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await expect.poll(() => server.count()).toBe(0);
    header = 'x-cadastre-client';
    await page.goto(`${app.url}/prop/index`);
    await page.getByRole('dialog', { name: 'Client version mismatch' }).waitFor();
    // An answer that is still held would be handed to a page that is gone.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('takes changed system parameters once, and what hangs on them follows without a reload', async () => {
    await parameter('SESSENBL', null);
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'admin', app.password);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/app/sysparams')) asked.push(request.url());
    });
    await expect.poll(() => page.getByRole('timer').count()).toBe(0);
    await parameter('SESSENBL', '1');
    await page.getByRole('link', { name: 'Search sales' }).first().click();
    await page.getByRole('timer').waitFor();
    expect(asked).toHaveLength(1);
    await parameter('SESSENBL', null);
    await context.close();
  });
});
