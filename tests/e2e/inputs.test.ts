// The inputs of the specification in the real application: typed on the sale's own pages, stored in the real database.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  ({ context, page, complaints } = await watchedPage(browser, {}, (line) => line.includes('409')));
  await enter(page, app.url, 'otto', await app.addUser('otto', 'office', '*'));
});
afterAll(async () => {
  await context?.close();
  await browser?.close();
  await app?.stop();
});

const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const stored = async () =>
  (
    await app.database.database.owner((client) =>
      client.query(
        `select area::float as area, area_unit, purchase_price::float as price, contract_date::text as day
         from sale where id = 2`,
      ),
    )
  ).rows[0];

describe('inputs of a record', () => {
  it('store an area in square metres with its flag, an amount in dollars, a day as yyyy-MM-dd', async () => {
    await page.goto(`${app.url}/sale/2`);
    const area = page.getByLabel('Area', { exact: true });
    await area.fill('2.5 ha');
    await page.getByLabel('Purchase price').fill('1250000');
    await page.getByLabel('Contract date').fill('05/03/2024');
    await page.getByLabel('Settlement date').fill('');
    await page.getByLabel('Settlement date').blur();
    await expect.poll(() => area.inputValue()).toBe('2.5 ha');
    await expect.poll(() => page.getByLabel('Purchase price').inputValue()).toBe('$1,250,000');
    await expect.poll(() => page.getByLabel('Contract date').inputValue()).toBe('05-Mar-2024');
    await save();
    await expect.poll(stored).toEqual({ area: 25000, area_unit: 'H', price: 1250000, day: '2024-03-05' });
    await area.fill('1012.3456');
    await save();
    await expect.poll(stored).toMatchObject({ area: 1012.346, area_unit: 'M' });
    await page.getByText(/^\d+ changes?$/).waitFor({ state: 'detached' });
    await page.reload();
    await area.waitFor();
    await expect.poll(() => area.inputValue()).toBe('1,012.346 m²');
  });

  it('refuse at the field what is no area and no date', async () => {
    await page.getByLabel('Area', { exact: true }).fill('2 acres');
    await page.getByLabel('Contract date').fill('5.3.2024');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Contract date: Invalid date. Type it as 21-Jul-2025').waitFor();
    await page.getByRole('alert').getByText('Area: This is not an area.').waitFor();
    expect(await stored()).toMatchObject({ area: 1012.346, day: '2024-03-05' });
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Area', { exact: true }).fill('1012.346');
    await page.getByLabel('Contract date').fill('05-Mar-2024');
  });

  it('pick a day from the calendar by keyboard', async () => {
    await page.getByLabel('Contract date').press('Alt+ArrowDown');
    await page.getByRole('dialog', { name: 'Calendar: Contract date' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('5');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await save();
    await expect.poll(stored).toMatchObject({ day: '2024-03-12' });
  });
});

describe('a record that somebody else saved meanwhile', () => {
  it('is asked about field by field, and saved with what was chosen of each', async () => {
    await page.goto(`${app.url}/sale/3`);
    const purpose = page.getByLabel('Purpose');
    await purpose.fill('MINE');
    await page.getByLabel('Suburb').fill('MINE TOO');
    const query = (text: string) => app.database.database.owner((client) => client.query(text));
    await query(
      `update sale set purpose = 'THEIRS', postcode = '2999', area = 25000, area_unit = 'H', version = version + 1,
         updated_by = (select id from app_user where username = 'admin') where id = 3`,
    );
    await save();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await conflict.getByText('Administrator has changed this record since you opened it.').waitFor();
    const asked = await conflict.getByRole('group').allTextContents();
    expect(asked[0]).toBe('PurposeMine: MINETheirs: THEIRS');
    expect(asked.slice(1)).toEqual([
      expect.stringMatching(/^PostcodeAs it was: .+Theirs: 2999$/),
      expect.stringMatching(/^AreaAs it was: .+Theirs: 2.5 ha$/),
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await conflict.getByRole('radio', { name: 'Theirs: THEIRS' }).check();
    await conflict.getByRole('button', { name: 'Merge and save' }).click();
    const row = async () =>
      (await query('select purpose, suburb, postcode, area::float as area, area_unit from sale where id = 3'))
        .rows[0];
    await expect.poll(row).toEqual({
      purpose: 'THEIRS',
      suburb: 'MINE TOO',
      postcode: '2999',
      area: 25000,
      area_unit: 'H',
    });
    await expect.poll(() => purpose.inputValue()).toBe('THEIRS');
  });
});

describe('inputs of a search', () => {
  it('tell a range in the wrong order at the end that was changed', async () => {
    await page.goto(`${app.url}/sale/index`);
    for (const name of ['Purchase price', 'Area']) {
      const from = page.getByLabel(`${name} from`);
      const to = page.getByLabel(`${name} to`);
      await from.fill('10');
      await to.fill('5');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Max value must be >= min value', { exact: true }).waitFor();
      await to.fill('20');
      await from.fill('30');
      await page.getByText('Min value must be <= max value', { exact: true }).waitFor();
      await from.fill('');
      await to.fill('');
    }
    await page.getByLabel('Contract date from').fill('02/01/2024');
    await page.getByLabel('Contract date to').fill('01/01/2024');
    await page.getByText('The last date must not be before the first', { exact: true }).waitFor();
  });

  it('fill a range of days by the presets', async () => {
    const preset = page.getByLabel('Contract date preset');
    await expect
      .poll(() => preset.locator('option').allTextContents())
      .toEqual([
        'Custom range',
        'Last month',
        'This month',
        'Last week',
        'This week',
        'Yesterday',
        'Today',
        'Last 3 months',
        'Last 6 months',
        'Last 12 months',
      ]);
    await preset.selectOption('Last month');
    const first = await page.getByLabel('Contract date from').inputValue();
    const last = await page.getByLabel('Contract date to').inputValue();
    expect(first).toMatch(/^01-/);
    expect(last.slice(2)).toBe(first.slice(2));
    await preset.selectOption('Today');
    await expect
      .poll(() => page.getByLabel('Contract date from').inputValue())
      .toBe(await page.getByLabel('Contract date to').inputValue());
  });

  it('say when a picker has no match, and when it has nothing', async () => {
    const district = page.getByRole('combobox', { name: /^District/ });
    await district.fill('zzz');
    await page.getByText('No matches', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    const other = await watchedPage(browser);
    await enter(other.page, app.url, 'nina', await app.addUser('nina', 'office', []), '/sale/index');
    await other.page.getByRole('combobox', { name: /^District/ }).click();
    await other.page.getByText('No items', { exact: true }).waitFor();
    await other.context.close();
  });
});
