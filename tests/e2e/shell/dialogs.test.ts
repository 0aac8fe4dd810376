// Every dialog of the frame: by keyboard, in both themes, at 200 % zoom, at most 500 px wide.
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { answerOf, launchBrowser, watchedPage } from '#tests/support/browser.ts';

const shots = process.env.CADASTRE_SHOTS;
let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    await client.query(
      `update sysparam set value = '1', version = version + 1 where name in ('NTFYMESS', 'NTFYSHSR')`,
    );
    await client.query(
      `insert into notification (to_user_id, notify_type, notify_detail)
       values (1, 'NOTEMESS', '{"text": "Please look at Smith Street before Friday, whatever the list says."}')`,
    );
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const userMenu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Administrator' }).press('Enter');
  await page.getByRole('button', { name: entry }).press('Enter');
};
const bell = async (page: Page) => {
  const list = page.getByRole('complementary', { name: 'Notifications' });
  if ((await list.count()) === 0) await page.getByRole('button', { name: /^Notifications/ }).press('Enter');
  await list.waitFor();
};

/** Name of each dialog, and how it is opened by keyboard. */
const dialogs: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['Change my password', (page) => userMenu(page, 'Change my password')],
  ['Keyboard shortcuts', (page) => userMenu(page, 'Keyboard shortcuts')],
  [
    'New notification',
    async (page) => {
      await bell(page);
      await page.getByRole('button', { name: 'New', exact: true }).press('Enter');
    },
  ],
  [
    'Message',
    async (page) => {
      await bell(page);
      await page
        .getByRole('button', { name: /Please look at Smith Street/ })
        .first()
        .press('Enter');
    },
  ],
];

/** Within the window, not wider than 500 px, and nothing in it is cut at its sides. */
async function fits(page: Page, opened: Locator): Promise<void> {
  const box = await opened.boundingBox();
  const window = page.viewportSize();
  if (!box || !window) throw new Error('The dialog is not drawn.');
  expect(box.width).toBeLessThanOrEqual(500);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(window.width);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(window.height);
  expect(await opened.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
    0,
  );
}

describe('the dialogs of the frame', () => {
  it.each([
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 640, height: 400 }],
  ] as const)(
    'are opened and closed by keyboard, fit and pass axe (%s, %o)',
    async (colorScheme, viewport) => {
      const { page, context, complaints } = await watchedPage(browser, { colorScheme, viewport });
      await enter(page, app.url, 'admin', app.password);
      for (const [name, open] of dialogs) {
        await open(page);
        const opened = dialog(page, name);
        await opened.waitFor();
        expect(await opened.evaluate((element) => element.contains(document.activeElement)), name).toBe(true);
        await fits(page, opened);
        expect([name, await axeViolations(page)]).toEqual([name, []]);
        if (shots)
          await page.screenshot({ path: `${shots}/dialog-${name.replaceAll(' ', '-')}-${colorScheme}.png` });
        // The keys go round inside: the page behind cannot be reached.
        for (let i = 0; i < 25; i++) await page.keyboard.press('Tab');
        const strayed = await opened.evaluate(
          (element) => !element.contains(document.activeElement) && document.activeElement !== document.body,
        );
        expect([name, strayed]).toEqual([name, false]);
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'detached' });
        // Who opened it goes on where they were.
        expect([name, await page.evaluate(() => document.activeElement?.tagName)]).not.toEqual([
          name,
          'BODY',
        ]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('that nobody asked for fit and pass axe, too', async () => {
    const { page, context } = await watchedPage(browser, {
      colorScheme: 'dark',
      viewport: { width: 640, height: 400 },
    });
    await page.route('**/api/**', async (route) => {
      const answer = await answerOf(route);
      if (!answer) return;
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'x-cadastre-version': '99.0.0' },
      });
    });
    await page.goto(`${app.url}/app/login`);
    const mismatch = dialog(page, 'Client/server mismatch');
    await mismatch.waitFor();
    await fits(page, mismatch);
    expect(await axeViolations(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/dialog-mismatch-dark.png` });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});
