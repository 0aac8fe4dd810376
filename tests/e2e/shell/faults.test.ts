// What a person sees when the server, the network, the browser's storage or the code itself fails: the faults of the
// shell, one after the other, in the real application. Over 300 lines because they share one server and one browser.
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, follow, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { answerOf, launchBrowser, settled, stopClock, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let state: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
let otto: string;

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  otto = await app.addUser('otto', 'office', '*');
  const { page, context } = await watchedPage(browser);
  await signIn(page, app.url, 'admin', app.password);
  state = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A page of somebody who is signed in already. What a test provokes is complained of by the browser, too. */
async function openedPage(path: string) {
  const watched = await watchedPage(browser, { storageState: state });
  await watched.page.goto(`${app.url}${path}`);
  await watched.page.waitForLoadState('networkidle');
  return watched;
}

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const snackbar = (page: Page, text: string) => page.locator('.cad-snackbar').getByText(text, { exact: true });
const card = (page: Page) => page.locator('.cad-error-card');
const purpose = (page: Page) => page.getByLabel('Purpose');
const fallback = 'The server did not answer as expected. Please try again.';
const unreachable = 'The server could not be reached. Check the connection and try again.';

const one = async <T>(text: string, values: readonly unknown[] = []): Promise<T | undefined> =>
  (await app.database.database.owner((client) => client.query(text, values))).rows[0] as T | undefined;

/** Holds what is asked until it is let go. */
function held() {
  let free: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    free = resolve;
  });
  const asked: string[] = [];
  return {
    asked,
    free: () => free(),
    hold: async (route: Route) => {
      asked.push(route.request().url());
      await until;
      // Whoever asked may have gone.
      await route.continue().catch(() => undefined);
    },
  };
}

describe('an answer that fails', () => {
  it('is told by its message, else its description, else its error, else a fallback; HTML is never drawn', async () => {
    const { page, context } = await openedPage('/app/dashboard');
    const search = page.getByRole('combobox', { name: 'Quick search' });
    const html = '<h1 id="hostile">Oops</h1><img id="hostile" src=x onerror="document.title=1">';
    for (const [answer, text] of [
      [
        { status: 500, json: { message: 'The message.', description: 'x', error: { message: 'x' } } },
        'The message.',
      ],
      [
        { status: 500, json: { description: 'The description.', error: { message: 'x' } } },
        'The description.',
      ],
      [{ status: 500, json: { error: { message: 'The error’s message.' } } }, 'The error’s message.'],
      [{ status: 500, contentType: 'text/html', body: html }, fallback],
      [{ status: 502, json: { message: html } }, html],
      [{ status: 500, body: '' }, fallback],
      [{ status: 200, contentType: 'application/json', body: '{"type":"PR","items":[' }, fallback],
      [{ status: 200, contentType: 'text/html', body: html }, fallback],
    ] as const) {
      await page.route('**/api/search/quick*', (route) => route.fulfill(answer), { times: 1 });
      await search.fill('1');
      await search.press('Enter');
      await snackbar(page, text).waitFor();
      await expect.poll(() => page.locator('#hostile').count()).toBe(0);
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
    await context.close();
  });

  it('of 503 or 429 to everything a page asks is one snackbar, and each part says so with a way to try again', async () => {
    const { page, context } = await openedPage('/app/privacy');
    for (const [status, message] of [
      [503, 'The database is not there at the moment.'],
      [429, 'Too many requests at once. Wait a moment and repeat.'],
    ] as const) {
      await page.route('**/api/query', (route) => route.fulfill({ status, json: { message } }));
      await follow(page, '/app/dashboard');
      await snackbar(page, message).waitFor();
      await expect.poll(() => card(page).count()).toBeGreaterThan(1);
      await expect.poll(() => snackbar(page, message).count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute('**/api/query');
      await follow(page, '/app/privacy');
      await heading(page, 'Dashboard').waitFor({ state: 'detached' });
      await snackbar(page, message).waitFor({ state: 'detached' });
    }
    await follow(page, '/app/dashboard');
    await page.getByText('Active properties').waitFor();
    await expect.poll(() => card(page).count()).toBe(0);
    await context.close();
  });
});

describe('the end of a session', () => {
  it('is one way to the sign-in for everything that is refused at once, and back to the wanted page', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, app.url, 'otto', otto);
    await follow(page, '/sale/index');
    await heading(page, 'Search sales').waitFor();
    const seen: string[] = [];
    // All that the next page asks is refused at one moment, once three are there.
    let refused = 0;
    let all: () => void = () => undefined;
    const together = new Promise<void>((resolve) => {
      all = resolve;
    });
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    for (const path of ['**/api/query', '**/api/user/loghit'])
      await page.route(path, async (route) => {
        refused += 1;
        if (refused === 3) all();
        await together;
        await route
          .fulfill({ status: 401, json: { message: 'You are not signed in.' } })
          .catch(() => undefined);
      });
    await follow(page, '/app/dashboard?dataset=real');
    await at(page, '/app/login');
    await page.getByLabel('User name').waitFor();
    expect(refused).toBeGreaterThanOrEqual(3);
    expect(seen.filter((path) => path === '/app/logout')).toHaveLength(1);
    expect(seen.slice(seen.indexOf('/app/login')).every((path) => path === '/app/login')).toBe(true);
    await page.unrouteAll();
    // None on the sign-in: a wrong password stays there.
    await page.getByLabel('User name').fill('otto');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The username or the password is wrong.').first().waitFor();
    expect(seen.filter((path) => path === '/app/logout')).toHaveLength(1);
    await page.getByLabel('Password').fill(otto);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}/app/dashboard?dataset=real`);
    await context.close();
  });
});

describe('a network that drops', () => {
  it('while a page loads is told, and the page says so with a way to try again; rows that are there stay', async () => {
    const { page, context } = await openedPage('/report/lvgtpupr/all?dataset=synthetic');
    const rows = page.getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
    await context.setOffline(true);
    await page.getByRole('columnheader').nth(2).click();
    await snackbar(page, unreachable).waitFor();
    expect(
      (await rows.count()) > 2 || (await page.getByRole('button', { name: 'Try again' }).count()) > 0,
    ).toBe(true);
    await expect.poll(() => page.getByText(/^(No rows|There is nothing)/).count()).toBe(0);
    await follow(page, '/app/dashboard');
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await expect.poll(() => page.getByText(unreachable).count()).toBeGreaterThan(0);
    await context.setOffline(false);
    for (let left = await page.getByRole('button', { name: 'Try again' }).count(); left > 0; left--)
      await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Active properties').waitFor();
    await context.close();
  });

  it('during a save loses nothing that is typed, and what was done already is not done twice', async () => {
    const { page, context } = await openedPage('/sale/5');
    const before = await one<{ version: number }>('select version from sale where id = 5');
    await purpose(page).fill('OFFLINE');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await snackbar(page, unreachable).waitFor();
    await expect.poll(() => purpose(page).inputValue()).toBe('OFFLINE');
    await page.getByText('Not saved').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sale 5 is saved').waitFor();
    expect(await one('select version, purpose from sale where id = 5')).toEqual({
      version: (before?.version ?? 0) + 1,
      purpose: 'OFFLINE',
    });
    // Done, but the answer is lost.
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New notification' });
    await dialog.getByLabel('Message').fill('Once only');
    await dialog.getByLabel('otto').check();
    await page.route(
      '**/api/notifications',
      async (route) => {
        await answerOf(route);
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Send' }).click();
    await snackbar(page, unreachable).waitFor();
    await expect.poll(() => dialog.getByLabel('Message').inputValue()).toBe('Once only');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Notification has been sent to 1 user(s)').waitFor();
    expect(
      await one("select count(*)::integer as n from notification where notify_detail->>'text' = 'Once only'"),
    ).toEqual({ n: 1 });
    await context.close();
  });
});

describe('a server that is slow', () => {
  it('shows a skeleton after 300 ms, and is asked no more for a page that was left, whose late answer is nowhere', async () => {
    const { page, context } = await openedPage('/app/privacy');
    const late = held();
    await page.route('**/api/query', late.hold);
    const cancelled: string[] = [];
    page.on('requestfailed', (request) => cancelled.push(request.url()));
    await follow(page, '/app/dashboard');
    await page.locator('.cad-skeleton[data-shown=true]').first().waitFor();
    expect(late.asked.length).toBeGreaterThan(0);
    await follow(page, '/sale/index');
    await heading(page, 'Search sales').waitFor();
    // Tables ask once their code is here: of all that the page asked for, nothing is waited for any more.
    await expect.poll(() => late.asked.length - cancelled.length).toBe(0);
    late.free();
    await settled(page);
    await expect.poll(() => heading(page, 'Search sales').count()).toBe(1);
    await expect.poll(() => page.getByText('Active properties').count()).toBe(0);
    expect(await page.locator('.cad-snackbar').count(), 'what is taken back is no failure').toBe(0);
    await page.unroute('**/api/query');
    await follow(page, '/app/dashboard');
    await page.getByText('Active properties').waitFor();
    await context.close();
  });

  it('gets one save for ten clicks', async () => {
    const { page, context } = await openedPage('/sale/6');
    const late = held();
    await page.route('**/api/sales/6', (route) =>
      route.request().method() === 'PUT' ? late.hold(route) : route.continue(),
    );
    await purpose(page).fill('ONCE');
    const save = page.getByRole('button', { name: /^Sav(e|ing.*)$/ });
    await save.evaluate((button: HTMLButtonElement) => {
      for (let i = 0; i < 10; i++) button.click();
    });
    await expect.poll(() => late.asked.length).toBe(1);
    late.free();
    await page.getByText('Sale 6 is saved').waitFor();
    expect(late.asked).toHaveLength(1);
    await context.close();
  });
});

describe('a reference list that does not come', () => {
  it('is said in its words, is empty, and leaves the saved code as it is', async () => {
    const property = await one<{ id: number }>(
      `update property set land_use = (select min(code) from reference_item where list = 'landuse')
       where id = (select min(id) from property where status <> 'O') returning id, land_use`,
    );
    const stored = () =>
      one<{ land_use: string }>('select land_use, dimensions from property where id = $1', [property?.id]);
    const code = (await stored())?.land_use ?? '';
    expect(code).not.toBe('');
    const { page, context } = await watchedPage(browser, { storageState: state });
    await page.route('**/api/ref/lists*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${app.url}/prop/${property?.id}`);
    await snackbar(page, 'Failed to load list ref item data. Please try refreshing the page.').waitFor();
    await page.getByRole('button', { name: 'Edit Land' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Land use' }).inputValue()).toBe(code);
    await page.getByLabel('Dimensions').fill('20 x 40');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Property \d+ is saved/).waitFor();
    expect(await stored()).toEqual({ land_use: code, dimensions: '20 x 40' });
    await context.close();
  });

  it('on its own page is said by what its operation supplies, with a way to try again', async () => {
    const { page, context } = await openedPage('/app/privacy');
    await page.route('**/api/ref/landuse*', (route) => route.fulfill({ status: 500, body: '' }));
    await follow(page, '/ref/index');
    await snackbar(page, 'There was an error fetching the reference data').waitFor();
    await page.unroute('**/api/ref/landuse*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2);
    await context.close();
  });
});

describe('code that does not come', () => {
  const chunk = (name: string) => `**/assets/${name}-*.js`;

  it('is a load error with a reload, whether it fails or takes 120 s', async () => {
    const { page, context } = await openedPage('/app/privacy');
    await page.route(chunk('search'), (route) => route.abort());
    await follow(page, '/sale/index');
    await card(page).getByText('Load error').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(chunk('search'));
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).first().waitFor();
    await expect.poll(() => card(page).count()).toBe(0);
    await context.close();

    const slow = await watchedPage(browser, { storageState: state });
    await slow.page.clock.install({ time: new Date() });
    const late = held();
    await slow.page.route(chunk('search'), late.hold);
    await slow.page.goto(`${app.url}/sale/index`);
    await expect.poll(() => late.asked.length).toBe(1);
    await heading(slow.page, 'Search sales').waitFor();
    await stopClock(slow.page);
    // The clock went on until it was stopped: some seconds of the 120 may be over.
    await slow.page.clock.runFor(90_000);
    await expect.poll(() => card(slow.page).count()).toBe(0);
    await slow.page.clock.runFor(31_000);
    await card(slow.page).getByText('Load error').waitFor();
    late.free();
    await slow.context.close();
  });

  it('is a load error, too, when it is the very first', async () => {
    const entry = '**/assets/index-*.js';
    for (const fail of ['abort', 'broken'] as const) {
      const { page, context } = await watchedPage(browser, {}, () => true);
      await page.route(entry, (route) =>
        fail === 'abort'
          ? route.abort()
          : route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
      );
      await page.goto(`${app.url}/app/login`);
      await page.getByRole('heading', { name: 'Load error' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute(entry);
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByLabel('User name').waitFor();
      await expect.poll(() => page.getByText('Load error').count()).toBe(0);
      await context.close();
    }
  });

  it('takes nothing typed away, and is not reloaded over it', async () => {
    const { page, context } = await openedPage('/sale/7');
    await purpose(page).fill('TYPED');
    await page.route(chunk('change-password'), (route) => route.abort());
    await page.getByRole('button', { name: /Administrator/ }).click();
    await page.getByRole('button', { name: 'Change my password' }).click();
    await card(page).getByText('Load error').waitFor();
    await expect.poll(() => card(page).getByRole('button', { name: 'Reload' }).isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await card(page).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => purpose(page).inputValue()).toBe('TYPED');
    await context.close();
  });
});

describe('a browser’s storage', () => {
  it('that is full or blocked costs the memory of a reload only', async () => {
    for (const kind of ['full', 'blocked']) {
      const { page, context, complaints } = await watchedPage(browser);
      await context.addInitScript((how) => {
        const refuse = () => {
          throw new DOMException('No.', how === 'full' ? 'QuotaExceededError' : 'SecurityError');
        };
        if (how === 'full') Storage.prototype.setItem = refuse;
        else
          for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, { get: refuse });
      }, kind);
      await signIn(page, app.url, 'otto', otto);
      await page.getByText('Active properties').waitFor();
      await follow(page, '/sale/index');
      await heading(page, 'Search sales').waitFor();
      await follow(page, '/report/lvgtpupr/all?dataset=synthetic');
      await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2);
      await page.getByLabel('Pin the menu to the page').click();
      expect(complaints, kind).toEqual([]);
      await context.close();
    }
  });
});
