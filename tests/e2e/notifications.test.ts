// Notifications in the real application: one tab polls for all, every type is shown, opened, archived, sent.
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, stopClock, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let ann: string;
const ids = new Map<string, number>();

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  ann = await app.addUser('ann', 'valuer', '*');
  await app.addUser('ben', 'office', '*');
  await app.database.database.owner(async (client) => {
    await client.query("update app_user set valuer = (username = 'ann') where username in ('ann', 'ben')");
    const { rows } = await client.query<{ id: number; username: string }>(
      'select id, username from app_user',
    );
    for (const { id, username } of rows) ids.set(username, id);
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
beforeEach(async () => {
  await app.database.database.owner(async (client) => {
    await client.query('delete from notification');
    await client.query("update sysparam set value = '1' where name like 'NTFY%'");
  });
});

const everyType: readonly (readonly [string, object])[] = [
  ['ELSE', { text: 'The office closes at noon.' }],
  ['NOTEMESS', { text: 'Please look at Smith Street.' }],
  ['STGECHGD', { item_type: 'SA', to_stage: 'Review', ids: [2, 3] }],
  ['ANLYASND', { ids: [5] }],
  ['SUPPASND', { ids: [8, 9] }],
  ['EXPTDONE', { filename: 'sales.csv', exportId: 4, error_count: 1, warn_count: 2 }],
  ['IMPTDONE', { files: ['a.dat', 'b.dat'], fails: ['b.dat'], fileIds: [1], item_type: 'SA' }],
  [
    'SHARSRCH',
    {
      type: 'sales',
      crit: { criteria: [{ fld: 'suburb', op: 'contains', val: 'a' }], cond_text: 'Suburb contains a.' },
    },
  ],
];

async function notify(to: string, entries: readonly (readonly [string, object])[]): Promise<void> {
  await app.database.database.owner(async (client) => {
    for (const [type, detail] of entries)
      await client.query(
        'insert into notification (from_user_id, to_user_id, notify_type, notify_detail) values ($1, $2, $3, $4)',
        [ids.get('admin'), ids.get(to), type, JSON.stringify(detail)],
      );
  });
}

async function setParameter(name: string, value: string): Promise<void> {
  await app.database.database.owner((client) =>
    client.query('update sysparam set value = $2, updated_at = now() where name = $1', [name, value]),
  );
}

const unanswered = new WeakMap<BrowserContext, Set<Request>>();

/** Paths of the calls about notifications, in order. */
function callsOf(context: BrowserContext): string[] {
  const calls: string[] = [];
  const open = new Set<Request>();
  unanswered.set(context, open);
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes('/api/notifications')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Notifications' });
const lines = (page: Page) => panel(page).getByRole('listitem');
const poll = 'GET /api/notifications/poll';

/** In small steps, between which what does not hang on the clock (answers, locks, other tabs) goes on. */
async function pass(context: BrowserContext, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await context.clock.runFor(Math.min(left, 5_000));
    const open = unanswered.get(context);
    // A busy machine's late answer sets the next timer late; tests that let a call hang go on after a second.
    for (let waits = 0; waits < 25 && (waits === 0 || (open?.size ?? 0) > 0); waits++)
      await new Promise((resolve) => setTimeout(resolve, 40));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function openPanel(page: Page): Promise<void> {
  await bell(page).click();
  await panel(page).getByRole('heading', { name: 'Notifications' }).waitFor();
}

async function annsPage(excuse?: (line: string) => boolean) {
  const watched = await watchedPage(browser, {}, excuse);
  await enter(watched.page, app.url, 'ann', ann);
  return watched;
}

describe('notifications', () => {
  it('are counted by one of two tabs every 30 s; when that tab goes, the other polls within 35 s', async () => {
    await notify('ann', everyType.slice(0, 3));
    const { page, context, complaints } = await annsPage();
    await page.close();
    const calls = callsOf(context);
    await context.clock.install();
    const one = await context.newPage();
    await one.goto(`${app.url}/app/dashboard`);
    await bell(one).waitFor();
    const two = await context.newPage();
    await two.goto(`${app.url}/app/dashboard`);
    await bell(two).waitFor();
    await stopClock(two);
    await pass(context, 35_000);
    for (const tab of [one, two])
      await tab.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor();
    const before = calls.length;
    for (let i = 0; i < 4; i++) {
      await pass(context, 30_000);
      await expect.poll(() => calls.length).toBe(before + i + 1);
    }
    expect(new Set(calls)).toEqual(new Set([poll]));

    await one.close();
    const left = calls.length;
    // The browser hands the lock over in real time; then the clock goes on.
    await two.waitForFunction(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === 'cadastre.notifications') && pending.length === 0;
    });
    await pass(context, 35_000);
    await expect.poll(() => calls.length).toBeGreaterThan(left);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are asked for ever less often while the server refuses, with one snackbar, and again as before', async () => {
    const { page, context } = await annsPage((line) => line.includes('503'));
    // What the page before asks late is no call of this one.
    await page.goto('about:blank');
    await context.clock.install();
    let refuse = true;
    const calls = callsOf(context);
    await context.route('**/api/notifications/poll', (route) =>
      refuse
        ? route.fulfill({ status: 503, json: { message: 'The database is being restarted.' } })
        : route.continue(),
    );
    await page.goto(`${app.url}/app/dashboard`);
    await bell(page).waitFor();
    const told = page.getByText('The database is being restarted.');
    await told.waitFor();
    await stopClock(page);
    await pass(context, 3_500);
    await expect.poll(() => told.count()).toBe(0);
    expect(calls).toHaveLength(1);
    await pass(context, 45_000);
    expect(calls, 'after 30 s nothing is asked').toHaveLength(1);
    await pass(context, 15_000);
    await expect.poll(() => calls.length).toBe(2);
    expect(await told.count(), 'told once').toBe(0);
    refuse = false;
    await pass(context, 120_000);
    await expect.poll(() => calls.length).toBe(3);
    await pass(context, 30_000);
    await expect.poll(() => calls.length).toBe(4);
    await context.close();
  });

  it('come thirty at a time as the list is scrolled', async () => {
    await notify(
      'ann',
      Array.from({ length: 65 }, (_, i) => ['NOTEMESS', { text: `Message ${i + 1}` }] as const),
    );
    const { page, context, complaints } = await annsPage();
    const calls = callsOf(context);
    await openPanel(page);
    await page.getByText('Message 36', { exact: true }).waitFor();
    await expect.poll(() => lines(page).count()).toBe(30);
    const scrollTo = (left: number) =>
      panel(page)
        .getByRole('region', { name: 'List' })
        .evaluate((box, px) => {
          box.scrollTop = box.scrollHeight - box.clientHeight - px;
        }, left);
    await scrollTo(160);
    await page.waitForTimeout(300);
    expect(await lines(page).count(), 'more than 100 px remain').toBe(30);
    await scrollTo(90);
    await expect.poll(() => lines(page).count()).toBe(60);
    await scrollTo(0);
    await expect.poll(() => lines(page).count()).toBe(65);
    await scrollTo(0);
    await page.waitForTimeout(300);
    expect(
      calls.filter((call) => call.includes('multi')).map((call) => /offset=(\d+)/.exec(call)?.[1]),
    ).toEqual(['0', '30', '60']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('of every type are opened, which marks them read, archived and taken back, in all tabs', async () => {
    await notify('ann', everyType);
    const { page, context, complaints } = await annsPage();
    const other = await context.newPage();
    await other.goto(`${app.url}/app/dashboard`);
    await other.getByRole('button', { name: 'Notifications, 8 unread' }).waitFor();
    await openPanel(page);
    await expect.poll(() => lines(page).count()).toBe(8);
    expect((await panel(page).boundingBox())?.width).toBe(400);
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.CADASTRE_SHOTS)
      await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/types.png` });

    const seen: readonly (readonly [string, string])[] = [
      ['Shared search: sales', 'Suburb contains a.'],
      ['Import done', 'a.dat, b.dat'],
      ['Export done', 'sales.csv'],
      ['Supp assigned', '8, 9'],
      ['Analysis assigned', '5'],
      ['Stage changed', 'Review'],
      ['Message', 'Please look at Smith Street.'],
      ['Notification', 'The office closes at noon.'],
    ];
    for (const [i, [title, text]] of seen.entries()) {
      await lines(page).nth(i).getByRole('button').first().press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByText(text).first().waitFor();
      expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
      if (i < 2) expect(await axeViolations(page)).toEqual([]);
      if (process.env.CADASTRE_SHOTS)
        await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/detail-${i}.png` });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const left = 8 - i - 1;
      const name = left === 0 ? 'Notifications' : `Notifications, ${left} unread`;
      for (const tab of [page, other]) await tab.getByRole('button', { name, exact: true }).waitFor();
    }

    await panel(page).getByRole('button', { name: 'Archive: Shared search: sales' }).click();
    await expect.poll(() => lines(page).count()).toBe(7);
    await panel(page).getByLabel('View archived').check();
    await expect.poll(() => lines(page).count()).toBe(1);
    for (const text of ['Shared search: sales', 'Suburb contains a.'])
      expect(
        await panel(page)
          .getByText(text)
          .evaluate((element) => getComputedStyle(element).textDecorationLine),
      ).toBe('line-through');
    if (process.env.CADASTRE_SHOTS)
      await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/archived.png` });
    await panel(page)
      .getByRole('button', { name: 'Take back from the archive: Shared search: sales' })
      .click();
    await panel(page).getByText('You have read all your notifications').waitFor();
    await panel(page).getByLabel('View archived').uncheck();
    await expect.poll(() => lines(page).count()).toBe(8);

    await notify('ann', [['NOTEMESS', { text: 'One more.' }]]);
    await panel(page).getByRole('button', { name: 'Refresh' }).click();
    await panel(page).getByText('One more.').waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say that nothing could be archived, and show a list that fails with a way to try again', async () => {
    await notify('ann', everyType.slice(0, 1));
    const { page, context } = await annsPage((line) => line.includes('500'));
    await context.route('**/markarchive', (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }));
    let fails = true;
    await context.route('**/api/notifications/multi*', (route) =>
      fails ? route.fulfill({ status: 500, json: { description: 'No connection.' } }) : route.continue(),
    );
    await openPanel(page);
    await panel(page).getByText('No connection.').waitFor();
    fails = false;
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByRole('button', { name: 'Archive: Notification' }).click();
    await page.getByText('Failed to archive your message').waitFor();
    await expect.poll(() => lines(page).count()).toBe(1);
    await context.close();
  });

  it('share a search from its result; who gets it accepts or runs it', async () => {
    const admin = await watchedPage(browser);
    await enter(admin.page, app.url, 'admin', app.password, '/sale/index');
    await admin.page.getByRole('textbox', { name: 'Suburb' }).first().fill('an');
    await admin.page.keyboard.press('Enter');
    await admin.page.waitForURL('**/sale/result/**');
    await admin.page.getByRole('button', { name: 'Share search' }).click();
    const share = admin.page.getByRole('dialog', { name: 'Share search' });
    await share.getByText('Suburb contains an.').waitFor();
    await share.getByLabel('ann').waitFor();
    expect(await axeViolations(admin.page)).toEqual([]);
    await share.getByRole('button', { name: 'Send' }).click();
    await share.getByText('Please select the person (or people) you want to notify').waitFor();
    await share.getByLabel('ann').check();
    await share.getByRole('button', { name: 'Send' }).click();
    await admin.page.getByText('Notification has been sent to 1 user(s)').waitFor();
    expect(admin.complaints).toEqual([]);
    await admin.context.close();

    const { page, context, complaints } = await annsPage();
    const open = async () => {
      await openPanel(page);
      await lines(page).first().getByRole('button').first().click();
      return page.getByRole('dialog', { name: 'Shared search: sales' });
    };
    await (await open()).getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The search is now one of your favourite searches.').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('list', { name: 'Favourite searches' }).getByText('Suburb contains an.').waitFor();
    await (await open()).getByRole('button', { name: 'Run' }).click();
    await page.waitForURL('**/sale/result/**');
    await page.getByText('Suburb contains an.').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are written to picked people, after what is missing has been said', async () => {
    const { page, context, complaints } = await annsPage();
    const users: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/user\?/.test(request.url())) users.push(request.url());
    });
    await openPanel(page);
    const write = () => panel(page).getByRole('button', { name: 'New', exact: true });
    await write().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New notification' });
    await dialog.getByLabel('ben').waitFor();
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(500);
    await dialog.getByLabel('Message').fill('   ');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Please select the person (or people) you want to notify').waitFor();
    await dialog.getByText('Please type your message before sending').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await dialog.getByLabel('ann', { exact: true }).count(), 'nobody writes to themselves').toBe(0);
    await dialog.getByLabel('Valuers only').check();
    await expect.poll(() => dialog.getByLabel('ben').count()).toBe(0);
    await dialog.getByLabel('Valuers only').uncheck();
    await dialog.getByLabel('Find a person').fill('nobody at all');
    await dialog.getByText('No matches').waitFor();
    await dialog.getByLabel('Find a person').fill('');
    await dialog.getByLabel('ben').check();
    await dialog.getByLabel('Administrator').check();
    await dialog.getByLabel('Message').fill('Lunch at noon?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Notification has been sent to 2 user(s)').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await write().press('Enter');
    await dialog.getByLabel('ben').waitFor();
    expect(users, 'the list of users is kept for a minute').toHaveLength(1);
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ from_user_id: number; to_user_id: number; text: string }>(
        "select from_user_id, to_user_id, notify_detail ->> 'text' as text from notification order by to_user_id",
      ),
    );
    expect(rows).toEqual(
      [ids.get('admin') ?? 0, ids.get('ben') ?? 0]
        .sort((a, b) => a - b)
        .map((to) => ({ from_user_id: ids.get('ann'), to_user_id: to, text: 'Lunch at noon?' })),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('have a bell while any of their parameters is on, and no New while messages are off', async () => {
    await setParameter('NTFYMESS', '0');
    const { page, context, complaints } = await annsPage();
    await openPanel(page);
    const write = panel(page).getByRole('button', { name: 'New', exact: true });
    await expect.poll(() => write.isDisabled()).toBe(true);
    await panel(page).getByText('(system parameter NTFYMESS)').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const name of ['NTFYANAS', 'NTFYEXPT', 'NTFYIMPT', 'NTFYSHSR', 'NTFYSTGE'])
      await setParameter(name, '0');
    await page.reload();
    await bell(page).waitFor();
    await setParameter('NTFYSUAS', '0');
    // What the page before asks late is no call of this one.
    await page.goto('about:blank');
    const calls = callsOf(context);
    await page.goto(`${app.url}/app/dashboard`);
    await page.getByRole('banner').waitFor();
    await expect.poll(() => bell(page).count()).toBe(0);
    await page.waitForTimeout(3_000);
    expect(calls).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are worked by keyboard, in the dark and at 200 % zoom', async () => {
    await notify('ann', everyType);
    const watched = await watchedPage(browser, {
      viewport: { width: 640, height: 400 },
      colorScheme: 'dark',
    });
    const { page, context, complaints } = watched;
    await enter(page, app.url, 'ann', ann);
    await bell(page).waitFor();
    await page.locator('body').press('n');
    await panel(page).waitFor();
    expect(
      await page.evaluate(() => document.activeElement?.textContent),
      'the focus goes to the panel',
    ).toContain('Notifications');
    expect(await axeViolations(page)).toEqual([]);
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.classList.contains('cad-notification-open')))
        break;
    }
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.CADASTRE_SHOTS)
      await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/zoomed-dark.png` });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The dialog gives the focus back a moment after it has gone; no key before that is the panel's.
    await expect
      .poll(() => panel(page).evaluate((aside) => aside.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => bell(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
