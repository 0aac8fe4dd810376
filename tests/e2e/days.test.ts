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
    goTo: (
      name: string | RegExp,
      role: 'button' | 'grid' | 'combobox' | 'textbox' | 'searchbox' | 'tab' = 'button',
    ) =>
      step(tabTo(page, page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }))),
    steps: () => steps,
  };
}

const asAdmin = (path?: string) => as('admin', app.password, path);

async function as(username: string, password: string, path = '/app/dashboard') {
  const { page, context, complaints } = await watchedPage(browser, { acceptDownloads: true });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await enter(page, app.url, username, password, path);
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
    expect(hands.steps()).toBe(5);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lays a result out, keeps it as a view for all, and opens it as somebody else of the office', async () => {
    const searched = async (page: Page, hands: ReturnType<typeof person>) => {
      await find(page, hands, 'sales', 'Sales');
      await heading(page, 'Search sales').waitFor();
      await hands.goTo(/^Suburb/, 'textbox');
      await hands.type('a');
      await hands.press('Enter');
      await page.waitForURL('**/sale/result/*');
      await settled(page);
    };
    const columnOf = (page: Page, name: RegExp) => page.getByRole('columnheader', { name });
    /** A grid has one heading in force, told to whoever does not see it. */
    const isActive = (page: Page, name: RegExp) =>
      expect.poll(() => columnOf(page, name).first().getAttribute('class')).toContain('cad-active');

    const { page, context, complaints, ...hands } = await asAdmin();
    await searched(page, hands);
    const before = hands.steps();
    await hands.goTo(/.*/, 'grid');
    for (let i = 0; i < 3; i++) await hands.press('ArrowRight');
    await isActive(page, /^Purchase price/);
    // Dearest first, among what cost half a million at least; wider, and without the zone.
    const sorted = (on: Page, order: string) =>
      expect
        .poll(() =>
          columnOf(on, /^Purchase price/)
            .first()
            .getAttribute('aria-sort'),
        )
        .toBe(order);
    await hands.press('Enter');
    await sorted(page, 'ascending');
    await hands.press('Enter');
    await sorted(page, 'descending');
    await hands.press('Alt+ArrowRight');
    await hands.press('Alt+ArrowDown');
    await page.getByRole('menu', { name: 'Column Purchase price' }).waitFor();
    const filterItem = page.getByRole('menuitem', { name: 'Filter …' });
    while (!(await filterItem.evaluate((item) => item === document.activeElement)))
      await hands.press('ArrowDown');
    await hands.press('Enter');
    await page.getByRole('form', { name: 'Filter Purchase price' }).waitFor();
    await hands.type('500,000');
    await hands.press('Enter');
    const told = 'Purchase price is at least $500,000';
    await page.getByRole('button', { name: told, exact: true }).waitFor();
    await hands.press('ArrowRight');
    await isActive(page, /^Zone/);
    await hands.press('Alt+ArrowDown');
    await page.getByRole('menu', { name: 'Column Zone' }).waitFor();
    await hands.press('End');
    await hands.press('Enter');
    await expect.poll(() => columnOf(page, /^Zone/).count()).toBe(0);
    await hands.goTo('Save for all');
    await hands.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the view' }).waitFor();
    await hands.type('Dear sales');
    await hands.press('Enter');
    const chooser = (on: Page) => on.getByRole('combobox', { name: 'View', exact: true });
    const chosen = (on: Page) =>
      chooser(on).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent);
    await expect.poll(() => chosen(page)).toBe('Dear sales');
    await page.waitForURL(/list\.view=[0-9]+$/);
    const width = await columnOf(page, /^Purchase price/)
      .first()
      .evaluate((one) => one.style.width);
    expect(hands.steps() - before).toBe(22);
    expect(complaints).toEqual([]);
    await context.close();

    const vera = await as('vera', await app.addUser('vera', 'viewer', '*'));
    await searched(vera.page, vera);
    expect(await columnOf(vera.page, /^Zone/).count()).toBe(1);
    const then = vera.steps();
    await vera.goTo('View', 'combobox');
    await vera.type('Dear');
    await vera.page.getByRole('button', { name: told, exact: true }).waitFor();
    expect(await chosen(vera.page)).toBe('Dear sales');
    await expect.poll(() => columnOf(vera.page, /^Zone/).count()).toBe(0);
    const price = columnOf(vera.page, /^Purchase price/).first();
    await sorted(vera.page, 'descending');
    expect(await price.evaluate((one) => one.style.width)).toBe(width);
    // It is as it was saved, and not for a viewer to change.
    expect(await vera.page.getByText('changed', { exact: true }).count()).toBe(0);
    expect(await vera.page.getByRole('button', { name: 'What to do with this view' }).count()).toBe(0);
    expect(vera.steps() - then).toBe(2);
    expect(vera.complaints).toEqual([]);
    await vera.context.close();
  });

  it('compares sales near a property, from the property and back to it', async () => {
    const { page, context, complaints, ...hands } = await asAdmin();
    const toProperty = async () => {
      await hands.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a page, report or record' }).waitFor();
      await hands.type('9005025467');
      // The first Enter looks the number up, the second opens what bears it.
      await hands.press('Enter');
      await page.getByRole('group', { name: 'Records', exact: true }).getByRole('option').waitFor();
      await hands.press('Enter');
      await page.waitForURL('**/prop/9005025467');
      await heading(page, 'PID 9005025467').waitFor();
      await settled(page);
    };
    await toProperty();
    await hands.goTo(/^\d+ sales within 500 m$/);
    await hands.press('Enter');
    await page.waitForURL('**/sale/result/*');
    await page.getByText('Within 500 m of Property 9005025467.', { exact: true }).waitFor();
    await settled(page);

    await hands.goTo(/.*/, 'grid');
    await hands.press('Control+Home');
    await hands.press('Space');
    await hands.press('ArrowDown');
    await hands.press('Space');
    await hands.goTo('Compare 2 sales');
    await hands.press('Enter');
    await page.waitForURL('**/sale/compare/*');
    await page
      .getByRole('status')
      .getByText(/^\d+ of \d+ fields differ\.$/)
      .waitFor();
    expect(await page.getByRole('table').getByRole('columnheader').count()).toBe(3);

    await toProperty();
    expect(hands.steps()).toBe(17);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('publishes a definition over its file, which others see at once, and takes it back', async () => {
    const path = 'screens/report/stat.json';
    const others = await asAdmin('/report/stat');
    const { page, context, complaints, ...hands } = await asAdmin();
    await find(page, hands, 'definitions', 'Definitions');
    await heading(page, 'Definitions').waitFor();
    await settled(page);
    await hands.goTo('Find in the grid', 'searchbox');
    await hands.type(path);
    await page
      .getByRole('status')
      .getByText(/^1 definition with/)
      .waitFor();
    await hands.goTo(/.*/, 'grid');
    await hands.press('Control+Home');
    await hands.press('ArrowDown');
    await hands.press('Enter');
    await page.waitForURL('**/studio/edit?path=**');
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await settled(page);

    await hands.goTo(`Text of ${path}`, 'textbox');
    await hands.press('Control+f');
    await hands.type('Statistical reports');
    await hands.press('Enter');
    await hands.press('Escape');
    await hands.type('Reports in figures');
    await hands.press('Control+s');
    await page.getByText('A draft waits to be published').waitFor();
    await hands.press('Shift+Tab');
    await hands.press('Enter');
    const publish = page.getByRole('dialog', { name: 'Publish this draft?' });
    await publish.getByText('title Statistical reports → Reports in figures').waitFor();
    await hands.goTo(/^Why/, 'textbox');
    await hands.type('As the office calls them');
    await hands.goTo('Publish');
    await hands.press('Enter');
    await page.getByText('Published over the file').waitFor();
    await heading(others.page, 'Reports in figures').waitFor();

    await hands.goTo('Preview', 'tab');
    await hands.press('ArrowLeft');
    await page.getByText('As the office calls them').waitFor();
    await hands.goTo('Put the file in force again');
    await hands.press('Enter');
    await page.getByRole('dialog', { name: 'Put the file in force again?' }).waitFor();
    await hands.goTo(/^Why/, 'textbox');
    await hands.type('The old name after all');
    await hands.goTo('Put in force');
    await hands.press('Enter');
    await page.getByText('As in the repository’s file').waitFor();
    await heading(others.page, 'Statistical reports').waitFor();
    expect(hands.steps()).toBe(30);
    expect([...complaints, ...others.complaints]).toEqual([]);
    for (const one of [context, others.context]) await one.close();
  });
});
