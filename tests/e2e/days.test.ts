// Days of work from the menu to the result, by keys alone: nothing here points at anything. What a person presses is
// counted, so that a way that grows longer is seen.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { tabTo } from '#tests/support/by-keys.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Presses keys and counts the decisions of a person: a text that is typed is one, a way by Tab is one. */
function person(page: Page) {
  let steps = 0;
  const step = async <T>(doing: Promise<T>): Promise<T> => {
    steps += 1;
    return doing;
  };
  return {
    press: (key: string) => step(page.keyboard.press(key)),
    type: (text: string) => step(page.keyboard.type(text)),
    goTo: (name: string | RegExp, role: 'button' | 'grid' | 'combobox' | 'textbox' = 'button') =>
      step(tabTo(page, page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }))),
    steps: () => steps,
  };
}

async function asAdmin(path = '/app/dashboard') {
  const { page, context, complaints } = await watchedPage(browser, { acceptDownloads: true });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await enter(page, app.url, 'admin', app.password, path);
  await settled(page);
  return { page, context, complaints, ...person(page) };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** By the box over all pages: its key, a word, Enter. */
async function find(page: Page, { press, type }: ReturnType<typeof person>, word: string, title: string) {
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Find a page, report or record' }).waitFor();
  await type(word);
  const lines = page.getByRole('dialog', { name: 'Find' }).getByRole('option');
  const named = lines.filter({
    has: page.locator('.cad-palette-title', { hasText: new RegExp(`^${title}$`) }),
  });
  await named.waitFor();
  while ((await named.getAttribute('aria-selected')) !== 'true') await press('ArrowDown');
  await press('Enter');
}

describe('a day of work by keys', () => {
  it('narrows a report to a district, opens a figure, and takes the rows away as a file and on paper', async () => {
    const { page, context, complaints, ...hands } = await asAdmin();
    await find(page, hands, 'monthly sales', 'Monthly sales');
    await heading(page, 'Monthly sales, all districts').waitFor();
    await settled(page);
    await hands.goTo(/^District: All my districts/);
    await hands.press('Enter');
    await page.getByRole('combobox', { name: 'District', exact: true }).waitFor();
    await hands.type('maitland');
    await hands.press('Enter');
    await heading(page, 'Monthly sales, Maitland').waitFor();
    await settled(page);
    await page.locator('.cad-grid-drill').first().waitFor();
    await hands.goTo(/.*/, 'grid');
    await hands.press('Control+Home');
    await hands.press('ArrowDown');
    // To the first figure of the row that opens.
    for (let i = 0; i < 8; i++) {
      const drills = await page.locator('.cad-active .cad-grid-drill, .cad-active[data-drill]').count();
      if (drills > 0) break;
      await hands.press('ArrowRight');
    }
    await hands.press('Enter');
    await page.waitForURL('**/sale/result/*');
    await settled(page);
    const said = (await page.locator('.cad-text p').first().textContent()) ?? '';
    expect(said).toMatch(/^\d[\d,]* sales? of .*MAITLAND/);
    const rows = Number(/^[\d,]+/.exec(said)?.[0].replaceAll(',', ''));

    await hands.goTo('Export');
    await hands.press('Enter');
    await page.getByRole('menuitem', { name: 'All rows as CSV' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press('Enter')]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const part of stream) text += String(part);
    expect(text.trim().split('\n')).toHaveLength(rows + 1);

    await hands.press('Control+p');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.getAttribute('data-printed')))
      .toBe('yes');
    expect(hands.steps()).toBe(16);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('types into the first field of a search at once, and reads what it would find before it asks', async () => {
    const { page, context, complaints, ...hands } = await asAdmin();
    await find(page, hands, 'properties', 'Properties');
    await heading(page, 'Search properties').waitFor();
    const first = page.getByRole('textbox', { name: /^PID/ });
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
    await hands.type('9005025467');
    await page.getByRole('status').getByText('1 property', { exact: true }).waitFor();
    await hands.press('Enter');
    await page.waitForURL('**/prop/9005025467');
    await heading(page, 'PID 9005025467').waitFor();
    expect(hands.steps()).toBe(8);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
