// What is chosen on a map goes to the search window that searched last, and what is chosen in a result to an open map.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#src/core/hand-off.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, stopClock, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let context: BrowserContext;
let map: Page;
let complaints: string[];
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    await client.script(
      `insert into property (id, district_code, suburb, zone_code, lat, lon)
       values (101, '001', 'ALPHA', 'R2', -33, 151), (102, '001', 'ALPHA', 'R2', -33.001, 151.001), (103, '001', 'ALPHA', 'R2', -33.4, 151.6)`,
    );
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A map of all three properties in a context of its own. */
async function openMap(before: (context: BrowserContext) => Promise<unknown> = async () => null) {
  await context?.close();
  const watched = await watchedPage(browser);
  ({ context, page: map, complaints } = watched);
  await context.clock.install();
  await before(context);
  await enter(map, app.url, 'admin', app.password, '/search/prop?propIds=101,102,103');
  await map.waitForURL('**/prop/result/*');
  await map.getByRole('button', { name: 'Map', exact: true }).click();
  await map.waitForURL('**/map/*');
  await settled(map);
}
beforeEach(() => openMap());

/** Chooses the two properties in the upper left quarter of the map, or the one in the lower right. */
async function choose(quarter: 'upper' | 'lower' = 'upper') {
  await map.getByRole('button', { name: 'Box', exact: true }).click();
  const area = await map.getByRole('application', { name: /^Map/ }).boundingBox();
  if (!area) throw new Error('The map is not drawn.');
  const [left, top] = quarter === 'upper' ? [0, 0] : [area.width / 2, area.height / 2];
  await map.mouse.move(area.x + left + 2, area.y + top + 2);
  await map.mouse.down();
  await map.mouse.move(area.x + left + area.width / 2 - 2, area.y + top + area.height / 2 - 2, { steps: 5 });
  await map.mouse.up();
  await map.getByText(quarter === 'upper' ? '2 properties chosen' : '1 property chosen').waitFor();
}

const handOff = () => map.getByRole('button', { name: 'Open in search window' }).click();
const sent = (n: number) => map.getByText(`Sent to your search window: ${n} properties`).waitFor();

/** A further window of the same person, whose sign-in it shares. */
async function windowAt(path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${error.message} (${page.url()})`));
  await page.goto(`${app.url}${path}`);
  await settled(page);
  return page;
}

/** A window that searched now. */
async function searchedWindow(pids: string): Promise<Page> {
  const page = await windowAt(`/search/prop?propIds=${pids}`);
  await page.waitForURL('**/prop/result/*');
  await settled(page);
  return page;
}

async function found(page: Page): Promise<readonly string[]> {
  await page.getByRole('link', { name: '101', exact: true }).waitFor();
  return (await page.getByRole('link', { name: /^10\d$/ }).allTextContents()).sort();
}

/** A page of this origin without the application, which says on the channel what a test wants of it. */
async function stranger(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${app.url}/version.txt`);
  await page.evaluate(() => {
    const channel = new BroadcastChannel('cadastre.hand-off');
    const heard: unknown[] = [];
    Object.assign(window, { channel, heard });
    channel.addEventListener('message', ({ data }) => heard.push(data));
  });
  return page;
}

const heardBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { readonly heard: readonly Message[] }).heard);

/** Answers the poll that it heard last, as a window that searched in the far future. */
const answerAs = (page: Page, user: number) =>
  page.evaluate((user) => {
    const { channel, heard } = window as unknown as { channel: BroadcastChannel; heard: Message[] };
    const poll = heard.findLast(({ kind }) => kind === 'poll');
    if (!poll) throw new Error('No poll was heard.');
    channel.postMessage({ ...poll, kind: 'ready', user, lastSearch: 9e15, tab: '0', for: poll.tab });
  }, user);

describe('the hand-off to a search window', () => {
  it('opens a new tab where there is no window, and for one id the record', async () => {
    await choose();
    const [tab] = await Promise.all([context.waitForEvent('page'), handOff()]);
    await tab.waitForURL('**/prop/result/*');
    expect(await found(tab)).toEqual(['101', '102']);
    expect(await tab.evaluate(() => window.opener)).toBe(null);
    await tab.close();

    await choose('lower');
    const [record] = await Promise.all([context.waitForEvent('page'), handOff()]);
    await record.waitForURL('**/prop/103');
    expect(complaints).toEqual([]);
  });

  it('runs in the one of three windows that searched last, of whichever list it is', async () => {
    const never = await windowAt('/prop/index');
    const first = await searchedWindow('101,103');
    const last = await searchedWindow('102,103');
    await last.goto(`${app.url}/supp/index`);
    await settled(last);
    const listener = await stranger();
    await choose();
    await stopClock(map);
    await handOff();
    // Only then the two tenths of a second begin.
    await expect.poll(async () => (await heardBy(listener)).map(({ kind }) => kind)).toContain('poll');
    await listener.close();
    await context.clock.runFor(199);
    expect(await map.getByText(/^Sent to/).count()).toBe(0);
    await context.clock.runFor(1);
    await sent(2);
    await context.clock.resume();
    await last.waitForURL('**/prop/result/*');
    expect(await found(last)).toEqual(['101', '102']);
    await last.getByText('Properties from the map: 2').waitFor();
    expect(new URL(never.url()).pathname).toBe('/prop/index');
    expect(await found(first)).toEqual(['101', '103']);
    // Where that one is closed, the one before has it.
    await last.close();
    await choose('lower');
    await handOff();
    await sent(1);
    await first.getByText('Properties from the map: 1').waitFor();
    expect(context.pages()).toHaveLength(3);
    expect(complaints).toEqual([]);
  });

  it('hears no answer of another user, and none after 200 ms', async () => {
    const other = await stranger();
    const mine = await windowAt('/sale/index');
    await choose();
    await stopClock(map);
    await handOff();
    await expect.poll(async () => (await heardBy(other)).map(({ kind }) => kind)).toEqual(['poll', 'ready']);
    await answerAs(other, 999);
    await context.clock.runFor(200);
    await sent(2);
    await context.clock.resume();
    await mine.waitForURL('**/prop/result/*');
    await mine.close();

    const [poll] = await heardBy(other);
    await stopClock(map);
    const opened = context.waitForEvent('page');
    await handOff();
    await expect.poll(async () => (await heardBy(other)).at(-1)?.kind).toBe('poll');
    await context.clock.runFor(201);
    await answerAs(other, poll?.user ?? 0);
    // A tab that opens while the clock is told to go on would keep it stopped.
    const tab = await opened;
    await context.clock.resume();
    await tab.waitForURL('**/prop/result/*');
    expect((await heardBy(other)).filter(({ kind, for: tab }) => kind === 'ids' && tab === '0')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('offers what a browser blocks, which a press opens', async () => {
    await choose();
    await map.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await handOff();
    await map.getByText('Your browser did not open the new tab.').waitFor();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      map.getByRole('button', { name: 'Open it' }).click(),
    ]);
    await tab.waitForURL('**/prop/result/*');
    expect(await found(tab)).toEqual(['101', '102']);
  });

  it('opens a new tab in a browser without channels', async () => {
    await openMap((fresh) =>
      fresh.addInitScript(() => {
        Reflect.deleteProperty(window, 'BroadcastChannel');
      }),
    );
    await windowAt('/prop/index');
    await choose();
    const [tab] = await Promise.all([context.waitForEvent('page'), handOff()]);
    await tab.waitForURL('**/prop/result/*');
    expect(await found(tab)).toEqual(['101', '102']);
    expect(complaints).toEqual([]);
  });
});

describe('the hand-off to a map', () => {
  it('shows what is chosen in a result on the open map, else on a new one', async () => {
    const result = await searchedWindow('101,103');
    const show = () =>
      result
        .getByRole('toolbar', { name: 'Selected rows' })
        .getByRole('button', { name: /^Show on the open map/ })
        .click();
    for (const row of [0, 1]) await result.locator(`[data-row="${row}"] [data-col="0"]`).click();
    await show();
    await result.getByText('Shown on the open map: 2 properties').waitFor();
    await expect.poll(() => map.getByRole('status').allTextContents()).toContain('2 properties');
    await map.close();
    const [opened] = await Promise.all([context.waitForEvent('page'), show()]);
    await opened.waitForURL('**/map/*');
    await expect.poll(() => opened.getByRole('status').allTextContents()).toContain('2 properties');
  });
});
