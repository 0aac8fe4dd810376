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
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('More');
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
    await expect.poll(() => cell.getByRole('button').count()).toBe(4);
  });
});

describe('cells', () => {
  const cell = (page: Page, row: number, col: number) => rowAt(page, row).locator(`[data-col="${col}"]`);
  const [kind, name, planted, price, note, cut] = [1, 2, 3, 5, 6, 7];

  async function goTo(page: Page, row: number, col: number): Promise<void> {
    await cell(page, row, col).click({ position: { x: 3, y: 3 } });
  }

  it('are changed by keys, kept by Enter and Tab, left by Escape, and taken back', async () => {
    const page = await open();
    await goTo(page, 0, price);
    await page.keyboard.type('$12,500');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell(page, 0, price).textContent()).toBe('12,500');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Note');
    await page.keyboard.press('Escape');
    await goTo(page, 1, planted);
    await page.keyboard.press('F2');
    await page.keyboard.type('1-Feb-2021');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 1, planted).textContent()).toBe('01-Feb-2021');
    await expect.poll(() => cell(page, 1, planted).getAttribute('aria-description')).toBe('Not saved yet');
    const before = await cell(page, 2, note).textContent();
    await goTo(page, 2, note);
    await page.keyboard.type('never');
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 2, note).textContent()).toBe(before);
    await page.getByRole('button', { name: 'Save 2 rows' }).waitFor();
    await expect.poll(() => page.locator('[data-dirty]').getAttribute('data-dirty')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Save 1 row' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.locator('[data-dirty]').getAttribute('data-dirty')).toBe('false');
    await goTo(page, 0, name);
    await page.keyboard.press('F2');
    await expect.poll(() => page.locator('[data-editor]').count()).toBe(0);
  });

  it('offer their codes, and yes or no', async () => {
    const page = await open();
    await goTo(page, 0, kind);
    await page.keyboard.press('F2');
    expect(await page.getByRole('combobox', { name: 'Kind' }).ariaSnapshot()).toMatchInlineSnapshot(`
      "- combobox "Kind":
        - option "–"
        - option "TREE"
        - option "SHRUB"
        - option "HEDGE"
        - option "CLIMBER" [selected]"
    `);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('hedge');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 0, kind).textContent()).toBe('HEDGE');
    await goTo(page, 0, cut);
    await page.keyboard.press('F2');
    await page.getByRole('combobox', { name: 'Cut' }).selectOption('yes');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save 1 row' }).click();
    await page.getByText('Saved 1 tree.').waitFor();
    expect(await page.evaluate('world.log.saves')).toEqual([{ version: 1, kind: 'hedge', cut: true }]);
    await expect.poll(() => cell(page, 0, kind).textContent()).toBe('HEDGE');
  });

  it('take a rectangle from a sheet, mark what is wrong, and say what each row came to', async () => {
    const page = await open();
    await goTo(page, 0, price);
    const sheet = ['1000\t"bed 1,\nrow 2"', '99000000\tb', '3000\tc', 'dear\td'].join('\n');
    await grid(page).evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, sheet);
    await page.getByText('Pasted 8 cells.').waitFor();
    await expect.poll(() => cell(page, 3, price).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => cell(page, 3, price).getAttribute('title')).toContain('is not a number');
    await page.getByText(/1 cell cannot be saved/).waitFor();
    await page.getByRole('button', { name: 'Save 4 rows' }).click();
    await page.getByText('Saved 2 trees. 3 rows not saved.').waitFor();
    expect(await page.evaluate('world.log.saves')).toEqual([
      { version: 1, price: 1000, note: 'bed 1,\nrow 2' },
      { version: 1, price: 99_000_000, note: 'b' },
      { version: 1, price: 3000, note: 'c' },
      { version: 1, note: 'd' },
    ]);
    await expect.poll(() => cell(page, 1, price).getAttribute('title')).toBe('No tree costs so much.');
    await page.getByText(/tree 3 was not saved. Somebody else/).waitFor();
    await page.getByRole('button', { name: 'Save all the same' }).click();
    await page.getByText('Saved 1 tree. 2 rows not saved.').waitFor();
    expect(await page.evaluate('world.log.saves.at(-1)')).toMatchObject({
      __forceUpdate__: true,
      price: 3000,
    });
    await expect.poll(() => cell(page, 2, price).textContent()).toBe('3,000');
    await goTo(page, 3, price);
    await page.keyboard.type('4000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save 2 rows' }).click();
    await page.getByText('Saved 1 tree. 1 row not saved.').waitFor();
    expect(await page.evaluate('world.log.saves.at(-1)')).toEqual({ version: 2, price: 4000 });
  });
});

describe('on paper', () => {
  /** Prints as a browser does, but for the paper; the page stays as it is printed. */
  async function print(page: Page, ask: () => Promise<unknown>): Promise<void> {
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'));
        document.documentElement.dataset.printed = 'yes';
      };
    });
    await page.emulateMedia({ media: 'print' });
    await ask();
    await page.locator('html[data-printed]').waitFor();
  }

  it('stand all rows, with the heading on every sheet', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Print' }).focus();
    await print(page, () => page.keyboard.press('Control+p'));
    const table = page.locator('.cad-grid-print');
    await expect.poll(() => table.locator('tbody tr').count()).toBe(601);
    await expect.poll(() => table.locator('tbody tr').last().textContent()).toContain('259,289,996');
    await expect.poll(() => table.locator('caption').count()).toBe(0);
    expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
      'table-header-group',
    );
    await expect.poll(() => page.locator('.cad-grid-grid').isVisible()).toBe(false);
    const sheet = await page.pdf({ format: 'A4' });
    expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(5);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => table.count()).toBe(0);
  });

  it('stand groups with their rows', async () => {
    const page = await open();
    await groupBy(page, 'Kind');
    await print(page, () =>
      page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true }))),
    );
    await expect.poll(() => page.locator('.cad-grid-print tbody tr').count()).toBe(605);
    await expect
      .poll(() => page.locator('.cad-grid-print-group').first().textContent())
      .toContain('150 trees');
  });

  it('say how many are missing above two thousand, or what the browser could not wait for', async () => {
    const page = await open('&many');
    await print(page, () => page.evaluate(() => window.print()));
    await expect
      .poll(() => page.locator('.cad-grid-print caption').textContent())
      .toContain('The first 200 of 3,000 trees are printed. Print by');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.evaluate(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true })),
    );
    await page
      .getByText('The first 2,000 of 3,000 trees are printed. Narrow the filters, or export them all.')
      .waitFor();
    await expect.poll(() => page.locator('.cad-grid-print tbody tr').count()).toBe(2_001);
  });
});

describe('on a narrow window', () => {
  it('scrolls inside and wraps its toolbar, so that nothing overflows the page', async () => {
    for (const viewport of [
      { width: 360, height: 640 },
      { width: 640, height: 400 },
    ]) {
      const page = await open('', viewport);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      const right = await page
        .locator('.cad-grid-toolbar > *')
        .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right)));
      expect(right).toBeLessThanOrEqual(viewport.width);
    }
  });

  it('keeps what can be done with a row in sight, wherever the columns are, above its own heading', async () => {
    const page = await open('', { width: 900, height: 640 });
    const places = async () =>
      page.evaluate(() => {
        const edges = (selector: string) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box ? [Math.round(box.left), Math.round(box.right)] : [];
        };
        return {
          heading: edges('.cad-grid-header .cad-grid-pinned'),
          cell: edges('[data-row="0"] .cad-grid-pinned'),
          room: edges('.cad-grid-frame'),
        };
      });
    const before = await places();
    expect(before.cell).toEqual(before.heading);
    expect(before.cell[1]).toBeLessThanOrEqual(before.room[1] ?? 0);
    await grid(page).focus();
    // The last column but the actions is brought out from under them.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(() =>
        page
          .locator('.cad-active')
          .first()
          .evaluate((cell) => cell.getBoundingClientRect().right),
      )
      .toBeLessThanOrEqual((before.cell[0] ?? 0) + 1);
    expect(await places()).toEqual(before);
  });
});

describe('groups', () => {
  it('are rows of a tree grid with counts and subtotals', async () => {
    const page = await open();
    await groupBy(page, 'Kind');
    await expect.poll(() => grid(page).getAttribute('role')).toBe('treegrid');
    expect(await rowAt(page, 0).ariaSnapshot()).toMatchInlineSnapshot(`
      "- 'row "Kind: CLIMBER · 150 trees avg 20.5 64,992,516" [level=1]':
        - gridcell
        - 'gridcell "Kind: CLIMBER · 150 trees"'
        - gridcell "avg 20.5"
        - gridcell "64,992,516"
        - gridcell
        - gridcell
        - gridcell"
    `);
    await expect.poll(() => rowAt(page, 0).getAttribute('aria-level')).toBe('1');
    await expect.poll(() => rowAt(page, 0).getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('6');
    await expect
      .poll(() => page.locator('.cad-grid-footer').textContent())
      .toContain('600 trees in 4 groups');
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
    await expect.poll(() => rowAt(page, 1).getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowAt(page, 1).getAttribute('aria-expanded')).toBe('true');
    await rowAt(page, 2).getByRole('link').first().waitFor();
    await expect.poll(() => rowAt(page, 2).getAttribute('aria-level')).toBe('3');
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
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('6');
  });

  it('unfold under the mouse and all at once, and show each row once in its group', async () => {
    const page = await open();
    await groupBy(page, 'Kind');
    await rowAt(page, 3).click();
    await expect.poll(() => rowAt(page, 3).getAttribute('aria-expanded')).toBe('true');
    await rowAt(page, 4).getByRole('link').waitFor();
    await expect.poll(() => rowAt(page, 4).locator('[data-col="1"]').textContent()).toBe('TREE');
    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await closePopover(page);
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('606');
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => rowAt(page, 603).locator('[data-col="1"]').textContent()).toBe('TREE');
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
      columns: ['note', 'kind', 'name', 'planted', 'height', 'price', 'cut'],
    });
  });
});
