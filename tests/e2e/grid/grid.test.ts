import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, servePage } from '#scripts/bench/grid/page-server.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser } from '#tests/support/browser.ts';

const scroller = '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container';

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
  await page.goto(`${served.address}${query}`);
  if (!query.includes('failing')) await page.locator('[role="row"][data-row="0"] a').waitFor();
  return page;
}

/** Holds the source's answers back, or lets them go. */
async function hold(page: Page, held: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.assign((globalThis as unknown as { world: object }).world, { held: value });
  }, held);
}

/** The active descendant's text and place, as assistive technology is told them. */
async function active(page: Page) {
  return page.getByRole('grid').evaluate((grid) => {
    const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    return {
      text: cell?.textContent ?? null,
      row: Number(cell?.closest('[role="row"]')?.getAttribute('aria-rowindex')),
      column: Number(cell?.getAttribute('aria-colindex')),
      focused: document.activeElement === grid,
    };
  });
}

async function acts(
  page: Page,
): Promise<
  readonly { steps: readonly { type: string; to?: string }[]; row: { id: number } | null; form: unknown }[]
> {
  return page.evaluate('world.log.acts');
}

describe('the grid in a browser', () => {
  it('is a grid with counts, sort state and cells to assistive technology', async () => {
    const page = await open('', { width: 900, height: 420 });
    const grid = page.getByRole('grid', { name: 'Trees' });
    await page.getByRole('columnheader', { name: 'Number' }).click();
    await page.locator('[role="row"][data-row="0"] a').waitFor();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('100002');
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('22');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort'))
      .toBe('ascending');
    const first = page.locator('[role="row"][aria-rowindex="2"]');
    expect(await first.ariaSnapshot()).toMatchInlineSnapshot(`
      "- row "Not selected 1 Birch 326 climber 18-Jun-2017 11.43 217,904 43,429 11,894 Edit Cut":
        - gridcell "Not selected"
        - gridcell "1"
        - gridcell "Birch 326":
          - link "Birch 326":
            - /url: /tree/1
        - gridcell "climber"
        - gridcell "18-Jun-2017"
        - gridcell "11.43"
        - gridcell "217,904"
        - gridcell "43,429"
        - gridcell "11,894":
          - button "11,894"
        - gridcell "Edit Cut":
          - button "Edit"
          - button "Cut""
    `);
    await expect
      .poll(() => page.locator('[role="row"][aria-rowindex="1"]').ariaSnapshot())
      .toContain('- columnheader "Height m"');
    await expect
      .poll(() => page.locator('[role="row"][aria-rowindex="100002"]').ariaSnapshot())
      .toContain('- gridcell "12,345,678"');
  });

  it('reaches its last row and column by keys alone, from one Tab stop', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Tab');
    expect((await active(page)).focused).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await active(page)).toMatchObject({ row: 2, column: 2, text: '1' });
    await page.keyboard.press('PageDown');
    expect((await active(page)).row).toBeGreaterThan(15);
    await page.keyboard.press('Control+End');
    await expect.poll(() => active(page)).toMatchObject({ row: 100_001, column: 22, text: 'Cut' });
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => active(page)).toMatchObject({ row: 100_001, column: 2, text: '100000' });
    await page.keyboard.press('ArrowDown');
    expect(await active(page)).toMatchObject({ row: 100_002, text: 'Total' });
    await page.keyboard.press('Control+Home');
    await expect.poll(() => active(page)).toMatchObject({ row: 2, column: 1 });
    await page.keyboard.press('ArrowUp');
    expect(await active(page)).toMatchObject({ row: 1, column: 1 });
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="grid"]'))).toBeNull();
  });

  it('opens links, runs actions and sorts by keys', async () => {
    const page = await open();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await acts(page))[0]?.steps).toEqual([{ type: 'navigate', to: '/tree/1' }]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await acts(page))[1]).toMatchObject({ steps: [{ to: '/cut' }], row: { id: 1 } });
    await page.keyboard.press('Escape');
    expect((await active(page)).focused).toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('[role="row"][data-row="0"] a[data-to="/tree/100000"]').waitFor();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort'))
      .toBe('descending');
  });

  it('selects by mouse and keys and hands the keys of the selection to the toolbar', async () => {
    const page = await open();
    await page.locator('[data-row="2"] [data-col="0"]').click();
    await page.locator('[data-row="5"] [data-col="3"]').click({ modifiers: ['Shift'] });
    await page.getByRole('status').filter({ hasText: '4 selected' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('status').filter({ hasText: '5 selected' }).waitFor();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect
      .poll(async () => (await acts(page)).at(-1)?.form)
      .toEqual({ selected: [3, 4, 5, 6, 7], count: 5 });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('status').filter({ hasText: '100,000 selected' }).waitFor();
  });

  it('has no blank row in the frames of a fast scroll', async () => {
    const page = await open();
    const blank = await page.evaluate(async (selector) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error('no scroller');
      const box = element.getBoundingClientRect();
      let missing = 0;
      let looked = 0;
      // Asked for after the grid's own frame callbacks and run in the same frame: what is found here is what is painted.
      const look = () => {
        looked += 1;
        for (let y = box.top + 14; y < box.bottom - 20; y += 28) {
          const cell = document.elementFromPoint(box.left + 60, y)?.closest('[role="gridcell"]');
          if (!cell || cell.textContent === '') missing += 1;
        }
      };
      element.addEventListener('scroll', () => requestAnimationFrame(look));
      for (let frame = 0; frame < 120; frame += 1) {
        element.scrollTop += 300;
        await new Promise(requestAnimationFrame);
        await new Promise((done) => setTimeout(done));
      }
      return { missing, all: looked > 60 };
    }, scroller);
    expect(blank).toEqual({ missing: 0, all: true });
  });

  it('shows placeholders, never blank rows, until a page is there', async () => {
    const page = await open();
    await hold(page, true);
    await page.locator(scroller).evaluate((element) => {
      element.scrollTop = 1_000_000;
    });
    await page.locator('.cad-pending').first().waitFor();
    await expect.poll(() => page.locator('.cad-pending [role="gridcell"]').first().textContent()).toBe('⋯');
    await hold(page, false);
    await page.locator('.cad-pending').first().waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('[data-row="35720"]').textContent()).toContain('35721');
  });

  it('comes back to its place and selection on Back', async () => {
    const page = await open();
    await page.locator('[data-row="3"] [data-col="0"]').click();
    await page.locator(scroller).evaluate((element) => {
      element.scrollTop = 280_000;
      element.scrollLeft = 300;
    });
    await page.locator('[data-row="10005"] a').waitFor();
    await page.waitForTimeout(400);
    await page.evaluate('world.show(false)');
    await page.getByText('Elsewhere').waitFor();
    await page.evaluate('world.show(true)');
    await page.locator('[data-row="10005"] a').waitFor();
    expect(
      await page.locator(scroller).evaluate((element) => [element.scrollTop, element.scrollLeft]),
    ).toEqual([280_000, 300]);
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor();
  });

  it('finds on the server, says what is missing, and exports in the order shown', async () => {
    const page = await open();
    await page.getByRole('searchbox').fill('oak 1');
    await page.getByRole('status').filter({ hasText: 'with “oak 1”' }).waitFor();
    await page.getByRole('searchbox').fill('baobab');
    await page.getByText('Nothing matches “baobab”').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.locator('[data-row="0"] a').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Move Kind up' }).click();
    await page.getByRole('checkbox', { name: 'Planted' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'All rows as CSV' }).click();
    const exports = await page.evaluate<{ columns: string[] }[]>('world.log.exports');
    expect(exports[0]?.columns.slice(0, 4)).toEqual(['id', 'kind', 'name', 'height']);
    await page.evaluate('world.failing = true');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'All rows as XLSX' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('The file holds 10 rows where 12 were announced.');
  });

  it('draws under strict mode, which mounts everything twice', async () => {
    const page = await open('?strict&theme=dark', { width: 768, height: 600 });
    await page.locator(scroller).evaluate((element) => {
      element.scrollTop = 56_000;
    });
    await page.locator('[data-row="2005"] a').waitFor();
  });

  it('shows a failure with its reference and recovers by retry', async () => {
    const page = await open('?failing');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('The database is away.');
    await expect.poll(() => alert.textContent()).toContain('R-1');
    await page.evaluate('world.failing = false');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-row="0"] a').waitFor();
  });

  it('resizes and moves columns by mouse and remembers them', async () => {
    const page = await open();
    const kind = page.getByRole('columnheader', { name: 'Kind' });
    const box = await kind.boundingBox();
    if (!box) throw new Error('The heading has no box.');
    await page.mouse.move(box.x + box.width - 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 58, box.y + 10, { steps: 4 });
    await page.mouse.up();
    expect((await kind.boundingBox())?.width).toBe(box.width + 60);
    const planted = await page.getByRole('columnheader', { name: 'Planted' }).boundingBox();
    if (!planted) throw new Error('The heading has no box.');
    await page.mouse.move(planted.x + 30, planted.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, planted.y + 10, { steps: 6 });
    await page.mouse.up();
    const order = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((cells) => cells.slice(3, 5).map((cell) => cell.textContent));
    await expect.poll(order).toEqual(['Planted', 'Kind']);
    await expect.poll(() => kind.getAttribute('aria-sort')).toBe('none');
    await page.evaluate('world.show(false)');
    await page.getByText('Elsewhere').waitFor();
    await page.evaluate('world.show(true)');
    await page.locator('[data-row="0"] a').waitFor();
    expect(await order()).toEqual(['Planted', 'Kind']);
  });

  it('copies the selection as tab-separated text with headings', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-row="0"] [data-col="0"]').click();
    // A click elsewhere on a row ticks nothing and leaves the ticks.
    await page.locator('[data-row="4"] [data-col="3"]').click();
    await page.keyboard.press('Control+c');
    await page.getByText('Copied 1 tree.').waitFor();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['Number', 'Name', 'Kind']);
    expect(lines[1]?.split('\t')[0]).toBe('1');
    expect(lines).toHaveLength(2);
  });

  it('keeps the box-sizing override in force, without which every frame recalculates all styles', async () => {
    const page = await open();
    const sizing = await page.evaluate(() => {
      const box = document.createElement('div');
      box.style.boxSizing = 'content-box';
      const inner = document.createElement('p');
      box.append(inner);
      document.body.append(box);
      const found = getComputedStyle(inner).boxSizing;
      box.remove();
      return found;
    });
    expect(sizing).toBe('border-box');
  });

  it.each(['light', 'dark'])('passes axe in the %s theme', async (theme) => {
    const page = await open(`?theme=${theme}`);
    await page.locator('[data-row="2"] [data-col="0"]').click();
    await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('columnheader', { name: 'Number' }).click({ button: 'right' });
    await page.getByRole('menu', { name: 'Column Number' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
