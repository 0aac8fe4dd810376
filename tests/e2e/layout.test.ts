// The frame in the real application: drawers, menu, footer, colours, keys, banner.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, settled, stopClock, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [
    await startApplication({ demo: false, env: { TEST_SYSTEM: '1' } }),
    await launchBrowser(),
  ];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

async function administrator(options: Parameters<Browser['newContext']>[0] = {}) {
  const watched = await watchedPage(browser, options);
  await enter(watched.page, app.url, 'admin', app.password);
  await toggle(watched.page).waitFor();
  return watched;
}

async function shot(page: Page, name: string): Promise<void> {
  if (process.env.CADASTRE_SHOTS)
    await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/layout-${name}.png` });
}

describe('the frame', () => {
  it('leaves its words where they stand when the time left grows shorter', async () => {
    const { page, context, complaints } = await administrator();
    await page.clock.install();
    await page.reload();
    const timer = page.getByRole('timer');
    await timer.waitFor();
    const word = timer.getByText('Session ends in');
    const place = async () => ({ text: await timer.textContent(), x: (await word.boundingBox())?.x });
    const before = await place();
    expect(before.text).toMatch(/ h/);
    await page.clock.fastForward('07:05:00');
    await expect.poll(async () => (await place()).text).toMatch(/^Session ends in \d+ min$/);
    expect((await place()).x).toBe(before.x);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has its measures and its texts, and moves nothing while it is drawn', async () => {
    const { page, context, complaints } = await administrator();
    await context.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources = [] } = entry as unknown as {
            readonly sources?: readonly { readonly node?: Node }[];
          };
          for (const { node } of sources) {
            const element = node instanceof Element ? node : node?.parentElement;
            if (element && !element.closest('main *')) moved.push(`${element.tagName} ${element.className}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await menu(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(48);
    expect((await menu(page).boundingBox())?.width).toBe(260);
    await menu(page).getByText('Pin the menu to the page').waitFor();
    await menu(page).getByText('Quick ID search').waitFor();
    const footer = page.getByRole('contentinfo');
    const year = await app.database.database.owner((client) =>
      client.query<{ name: string; base: string }>(
        `select max(value) filter (where name = 'COMPNAME') as name, max(value) filter (where name = 'CURRBASE') as base
         from sysparam`,
      ),
    );
    for (const text of [
      /^© \d{4} Cadastre$/,
      /^Version \d/,
      'Administrator',
      `LT year ${year.rows[0]?.base.slice(0, 4)}`,
      year.rows[0]?.name ?? 'Cadastre',
    ])
      await footer.getByText(text, typeof text === 'string' ? { exact: true } : {}).waitFor();
    // What is new is told a moment later, on a slow machine after the footer was drawn.
    const beside = async () => (await footer.locator('.cad-footer-company').boundingBox())?.x;
    const withCount = await beside();
    await footer.locator('.cad-footer-unseen').evaluate((element) => element.remove());
    expect(await beside()).toBe(withCount);
    const moved = await page.evaluate(() => Reflect.get(window, 'moved') as readonly string[]);
    expect(moved, 'parts of the frame that moved').toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await shot(page, 'light');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says TEST SYSTEM over every page of a test system', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await page.goto(`${app.url}/app/login`);
    await page.getByText('TEST SYSTEM', { exact: true }).waitFor();
    await page.getByLabel('User name').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight),
      'the banner makes nothing scroll',
    ).toBe(true);
    await signIn(page, app.url, 'admin', app.password);
    await page.getByText('TEST SYSTEM', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('hides the menu when it is unpinned, floats it by the toggle, and remembers that', async () => {
    const { page, context, complaints } = await administrator();
    await menu(page).getByLabel('Pin the menu to the page').click();
    await menu(page).waitFor({ state: 'detached' });
    const full = await page.getByRole('main').boundingBox();
    expect(full?.width).toBe(1280);
    await toggle(page).press('Enter');
    await menu(page).waitFor();
    expect((await page.getByRole('main').boundingBox())?.width, 'it floats over the page').toBe(1280);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => toggle(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.reload();
    await toggle(page).waitFor();
    expect(await menu(page).count(), 'remembered over a reload').toBe(0);
    await toggle(page).click();
    await menu(page).getByRole('link', { name: 'Sales', exact: true }).click();
    await page.waitForURL('**/sale/index');
    await menu(page).waitFor({ state: 'detached' });
    await toggle(page).click();
    await menu(page).getByLabel('Pin the menu to the page').click();
    await expect.poll(async () => (await page.getByRole('main').boundingBox())?.width).toBe(1020);
    await toggle(page).click();
    await menu(page).waitFor({ state: 'detached' });
    await toggle(page).click();
    await menu(page).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('marks the entry of the page by its action and its patterns, with its group, and keeps folded groups', async () => {
    const { page, context, complaints } = await administrator();
    const current = () => menu(page).locator('[aria-current="page"]').allTextContents();
    await expect.poll(() => current()).toEqual(['Dashboard']);
    await page.goto(`${app.url}/sale/index`);
    await menu(page).waitFor();
    await expect.poll(() => current()).toEqual(['Sales']);
    await page.goto(`${app.url}/report/stat`);
    await menu(page).waitFor();
    await expect.poll(() => current()).toEqual(['Statistical reports']);
    const group = menu(page).getByRole('button', { name: 'Reporting' });
    await expect.poll(() => group.getAttribute('data-active')).toBe('true');
    await group.press('Enter');
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await group.waitFor();
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false');
    const groups = await menu(page).locator('.cad-menu-group').allTextContents();
    const known = [
      'About the product',
      'Annual values / QA',
      'Contractor',
      'Data transfer',
      'Product labs',
      'Reporting',
    ];
    expect(
      groups.map((title) => title.trim()),
      'groups in the order of the specification',
    ).toEqual(known.filter((title) => groups.some((one) => one.trim() === title)));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('gives a user no group without an item, and no page that is not theirs', async () => {
    const password = await app.addUser('eve', 'viewer', '*');
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'eve', password);
    await menu(page).waitFor();
    await expect.poll(() => menu(page).getByRole('button', { name: 'Product labs' }).count()).toBe(0);
    await page.getByRole('button', { name: 'eve' }).click();
    await page.getByRole('link', { name: 'Sign out' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Contractor options' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await shot(page, 'user-menu');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL('**/app/login');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('follows the colours of the system until some are chosen', async () => {
    const { page, context, complaints } = await administrator({ colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await expect.poll(() => theme()).toBe('dark');
    expect(await axeViolations(page)).toEqual([]);
    await shot(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByLabel('Dark', { exact: true }).check();
    await expect.poll(() => theme()).toBe('dark');
    await page.reload();
    await menu(page).waitFor();
    await expect.poll(() => theme()).toBe('dark');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lists its keys by one of them; they rest while text is typed, and can be turned off', async () => {
    const { page, context, complaints } = await administrator();
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.locator('body').press('?');
    await help.waitFor();
    expect((await help.boundingBox())?.width).toBeLessThanOrEqual(500);
    await help.getByRole('heading', { name: 'Every page', exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    // The keys rest while a dialog is there; they are back when the page is at rest.
    await settled(page);
    await page.locator('body').press('m');
    await menu(page).waitFor({ state: 'detached' });
    await page.locator('body').press('m');
    await menu(page).waitFor();
    const search = page.getByRole('combobox', { name: 'Quick search' });
    await search.focus();
    await page.keyboard.type('m?');
    await expect.poll(() => search.inputValue()).toBe('m?');
    await expect.poll(() => help.count()).toBe(0);
    await search.fill('');
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByLabel('Single keys work on every page').uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('m');
    await page.keyboard.press('?');
    await page.waitForTimeout(200);
    await expect.poll(() => menu(page).count()).toBe(1);
    await expect.poll(() => help.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows a snackbar for 3 s, and the words of the security system for 5 s', async () => {
    await app.addUser('finn', 'viewer', '*');
    const { page, context } = await watchedPage(browser, {}, (line) => /406|500/.test(line));
    await enter(page, app.url, 'admin', app.password);
    await context.clock.install();
    await page.reload();
    const search = page.getByRole('combobox', { name: 'Quick search' });
    await search.waitFor();
    await stopClock(page);
    const threatening =
      "The security system has decided that there is something threatening about what you just tried to do and won't allow it";
    for (const [status, body, text, ms] of [
      [500, { message: 'Nothing is found today.' }, 'Nothing is found today.', 3_000],
      [406, {}, threatening, 5_000],
    ] as const) {
      await context.route('**/api/search/quick*', (route) => route.fulfill({ status, json: body }));
      await search.fill('1');
      await search.press('Enter');
      const told = page.getByRole('status').getByText(text, { exact: true });
      await told.waitFor();
      await context.clock.runFor(ms - 100);
      expect(await told.count(), `${status} after ${ms - 100} ms`).toBe(1);
      await context.clock.runFor(200);
      await told.waitFor({ state: 'detached' });
      await context.unroute('**/api/search/quick*');
    }
    // Over a dialog too.
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New notification' });
    await context.route('**/api/notifications', (route) =>
      route.fulfill({ status: 500, json: { message: 'It was not sent.' } }),
    );
    await dialog.getByLabel('Message').fill('Hello');
    await dialog.locator('.cad-recipients-list input').first().check();
    await dialog.getByRole('button', { name: 'Send' }).click();
    const told = page.getByText('It was not sent.');
    await told.waitFor();
    expect(
      await told.evaluate((element) => element.closest('[popover]')?.matches(':popover-open')),
      "it is in the browser's top layer, where the last that is shown lies above",
    ).toBe(true);
    expect(await dialog.getByLabel('Message').inputValue(), 'nothing typed is lost').toBe('Hello');
    await context.close();
  });

  it('at 200 % zoom scrolls the content alone, keeps one line of footer, of chips and of tabs, and the count in sight', async () => {
    const { page, context, complaints } = await administrator({ viewport: { width: 640, height: 400 } });
    const footer = page.getByRole('contentinfo');
    const height = async () => (await footer.boundingBox())?.height;
    // What is hidden from sight alone, far down: no reader sees it, and nothing scrolls for it.
    await page.getByRole('main').evaluate((main) => {
      const far = document.createElement('div');
      far.style.cssText = 'flex: none; height: 3000px';
      const end = document.createElement('span');
      end.className = 'cad-visually-hidden';
      main.append(far, end);
    });
    expect(
      await page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      ),
      'nothing but the content scrolls',
    ).toBe(0);
    expect(await height(), 'one line of footer').toBeLessThan(40);
    const names = footer.locator('.cad-footer-company, .cad-footer-name');
    const shown = await names.evaluateAll((elements) =>
      elements.map((element) => [element.textContent, element.getAttribute('title')]),
    );
    expect(shown, 'a name that is cut can be read whole').toEqual(shown.map(([text]) => [text, text]));
    const lacking = await names.evaluateAll((elements) =>
      elements.map((element) => {
        element.textContent = 'Of usual length';
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().width - element.getBoundingClientRect().width;
      }),
    );
    expect(Math.max(...lacking), 'what a name lacks while the credit can give way').toBeLessThan(0.01);
    await names.evaluateAll((elements) => {
      for (const element of elements) element.textContent = 'A name as long as an office makes it '.repeat(3);
    });
    const lt = await footer.getByText(/^LT year/).boundingBox();
    expect((lt?.x ?? 640) + (lt?.width ?? 0), 'the year beside long names').toBeLessThanOrEqual(640);
    expect(await height(), 'one line beside long names').toBeLessThan(40);
    const lines = (list: string) =>
      page.locator(list).evaluate((element) => {
        const tops = [...element.children].map((child) => Math.round(child.getBoundingClientRect().top));
        return { of: tops.length, lines: new Set(tops).size };
      });
    await page.goto(`${app.url}/report/salesratio/all`);
    await page.locator('.cad-chips > :nth-child(5)').waitFor();
    expect((await lines('.cad-chips')).lines, 'lines of chips').toBe(1);
    await page.locator('.cad-chip').first().click();
    const editor = page.locator('.cad-param-editor');
    await editor.waitFor();
    expect(
      await editor.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 8, top + 8));
      }),
      'the line of chips does not cut the editor of one',
    ).toBe(true);
    await page.goto(`${app.url}/contractor/options`);
    await page.getByRole('tab').nth(5).waitFor();
    expect((await lines('.cad-tab-list')).lines, 'lines of tabs').toBe(1);
    await page.goto(`${app.url}/contractor/users`);
    const count = page.locator('.cad-grid-footer').first();
    await count.getByText(/\d users?/).waitFor();
    const [told, below] = [await count.boundingBox(), await footer.boundingBox()];
    expect((told?.y ?? 0) + (told?.height ?? 0), 'the count of users').toBeLessThanOrEqual(below?.y ?? 0);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('floats the menu on a narrow window and at 200 % zoom, where nothing is wider than the window', async () => {
    for (const [name, viewport] of [
      ['768', { width: 768, height: 900 }],
      ['zoomed', { width: 640, height: 400 }],
      ['phone', { width: 360, height: 700 }],
    ] as const) {
      const { page, context, complaints } = await administrator({ viewport });
      await expect.poll(() => menu(page).count()).toBe(0);
      await toggle(page).click();
      await menu(page).getByRole('combobox', { name: 'Quick ID search' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await shot(page, name);
      // The clock beside it grows by the minute, so the name must give way and not the window.
      await page.locator('.cad-user-name').evaluate((shown) => {
        shown.textContent = 'Alexandrina Featherstonehaugh of the Western Districts';
      });
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
      await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 340, y: 100 } });
      await menu(page).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
