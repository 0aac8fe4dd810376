// What office pages have beside the plain table, in a real browser.
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, servePage } from '#scripts/bench/grid/page-server.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser } from '#tests/support/browser.ts';

let served: ServedPage;
let browser: Browser;
const opened: Page[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  served = await servePage();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
  expect(complaints.splice(0)).toEqual([]);
});

async function open(query = '', viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  opened.push(page);
  page.on('console', (message) => {
    const favicon = message.location().url.endsWith('favicon.ico');
    if ((message.type() === 'error' || message.type() === 'warning') && !favicon)
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${served.address}?office${query}`);
  await page.locator('[role="row"][data-row="0"] [role="gridcell"]').first().waitFor();
  return page;
}

const grid = (page: Page) => page.locator('.cad-grid-grid');
const rowAt = (page: Page, row: number) => page.locator(`[role="row"][data-row="${row}"]`);

/** Closing gives the focus back, so what comes next waits for it. */
async function closePopover(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.cad-grid-chooser').waitFor({ state: 'detached' });
}

async function groupBy(page: Page, ...titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Groups' }).click();
  for (const title of titles) await page.getByRole('checkbox', { name: title, exact: true }).check();
  await closePopover(page);
  await page.locator('[data-group]').first().waitFor();
}

async function acts(
  page: Page,
): Promise<readonly { steps: readonly { to?: string }[]; row: { id: number } }[]> {
  return page.evaluate('world.log.acts');
}

describe('buttons of a row', () => {
  it('are reached by keys, the menu of the rest too', async () => {
    const page = await open();
    await grid(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Merge' }).waitFor();
    expect(await page.getByRole('menu').ariaSnapshot()).toMatchInlineSnapshot(`
      "- menu "More actions of the row":
        - menuitem "Merge"
        - menuitem "Delete"
        - menuitem "Send""
    `);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await acts(page)).toMatchObject([{ steps: [{ to: '/delete' }], row: { id: 1 } }]);
    await expect.poll(() => grid(page).evaluate((element) => document.activeElement === element)).toBe(true);
  });

  it('fit their column', async () => {
    const page = await open();
    const cell = rowAt(page, 0).locator('[role="gridcell"]').last();
    expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await cell.getByRole('button').count()).toBe(4);
  });
});

describe('groups', () => {
  it('are rows of a tree grid with counts and subtotals', async () => {
    const page = await open();
    await groupBy(page, 'Kind');
    expect(await grid(page).getAttribute('role')).toBe('treegrid');
    expect(await rowAt(page, 0).ariaSnapshot()).toMatchInlineSnapshot(`
      "- 'row "Kind: climber · 150 trees avg 20.5 64,992,516" [level=1]':
        - gridcell
        - 'gridcell "Kind: climber · 150 trees"'
        - gridcell "avg 20.5"
        - gridcell "64,992,516"
        - gridcell
        - gridcell"
    `);
    expect(await rowAt(page, 0).getAttribute('aria-level')).toBe('1');
    expect(await rowAt(page, 0).getAttribute('aria-expanded')).toBe('false');
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('6');
    expect(await page.locator('.cad-grid-footer').textContent()).toContain('600 trees in 4 groups');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('unfold, fold and lead to the group around by keys', async () => {
    const page = await open();
    await groupBy(page, 'Kind', 'Name');
    await grid(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rowAt(page, 0).getAttribute('aria-expanded')).toBe('true');
    expect(await rowAt(page, 1).getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowAt(page, 1).getAttribute('aria-expanded')).toBe('true');
    await rowAt(page, 2).getByRole('link').first().waitFor();
    expect(await rowAt(page, 2).getAttribute('aria-level')).toBe('3');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowAt(page, 1).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowAt(page, 0).getAttribute('aria-expanded')).toBe('false');
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('6');
  });

  it('unfold under the mouse and all at once, and show each row once in its group', async () => {
    const page = await open();
    await groupBy(page, 'Kind');
    await rowAt(page, 3).click();
    expect(await rowAt(page, 3).getAttribute('aria-expanded')).toBe('true');
    await rowAt(page, 4).getByRole('link').waitFor();
    expect(await rowAt(page, 4).locator('[data-col="1"]').textContent()).toBe('tree');
    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await closePopover(page);
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('606');
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => rowAt(page, 603).locator('[data-col="1"]').textContent()).toBe('tree');
  });

  it('are exported as rows with the columns they are grouped by first', async () => {
    const page = await open();
    await groupBy(page, 'Note');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'All rows as CSV' }).click();
    await expect.poll(() => page.evaluate('world.log.exports.length')).toBe(1);
    expect(await page.evaluate('world.log.exports[0]')).toEqual({
      format: 'csv',
      request: { sort: ['note'], find: '', totals: { height: 'avg', price: 'sum' } },
      columns: ['note', 'kind', 'name', 'planted', 'height', 'price'],
    });
  });
});
