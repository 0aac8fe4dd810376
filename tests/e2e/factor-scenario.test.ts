// Factors of two components on the page of their district: typed by keys, kept, set beside others, applied and taken back.
import type { Browser } from 'playwright';
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

const rows = async (text: string) => (await app.database.database.owner((client) => client.query(text))).rows;
const values = () =>
  rows(`select property_id, land_value::bigint as v, method, factor_applied::float8 as f, factor_component as c, heritage_value::bigint as h
    from property_value where district_code = '001' and base_date = future_base_date() and series = 'LT' order by 1`);
const years = () =>
  rows(
    `select component_code, factor::float8 as f from component_year where district_code = '001' and base_date = future_base_date() order by 1`,
  );

describe('factors of a district', () => {
  it('are typed, kept as a scenario, compared, applied from its dry run and taken back', async () => {
    const password = await app.addUser('vic', 'valuer', '*');
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'vic', password, '/annual/comp?district=001&year=2026');
    await settled(page);
    const [before, factors] = [await values(), await years()];

    await page.getByRole('tab', { name: 'Try factors' }).click();
    const first = page.getByLabel('Factor AAA', { exact: true });
    await tabTo(page, first);
    await page.keyboard.type('1,05');
    await page.getByRole('alert').getByText('is not a number').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1.08');
    // From one input to the next by Tab alone, past the links between them.
    await tabTo(page, page.getByLabel('Factor AAB', { exact: true }));
    await page.keyboard.type('1.11');
    const moved = page.locator('.cad-stat', { hasText: 'Values that change' }).locator('dd');
    // Together they move what they move one by one.
    const numbers = async () => {
      const cells = ['AAA', 'AAB'].map((code) =>
        page
          .getByRole('row')
          .filter({ has: page.getByRole('link', { name: code, exact: true }) })
          .locator('td')
          .nth(6)
          .textContent(),
      );
      const [one, other, both] = (await Promise.all([...cells, moved.textContent()])).map(Number);
      return one && other && one + other === both ? both : 0;
    };
    await expect.poll(numbers).toBeGreaterThan(0);
    const n = await numbers();
    expect(await page.getByRole('alert').count()).toBe(0);

    // Back over the inputs.
    const keepAs = page.getByRole('button', { name: 'Keep as a scenario…' });
    for (let i = 0; i < 12 && (await keepAs.and(page.locator(':focus')).count()) === 0; i++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const keep = page.getByRole('dialog', { name: 'Keep as a scenario' });
    await keep.getByText('Factors: AAA 1.0800, AAB 1.1100.').waitFor();
    await keep.getByLabel('Name').fill('Autumn');
    await keep.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByText('Scenario Autumn is open.').waitFor();
    expect(await values()).toEqual(before);

    await page.getByRole('tab', { name: /^Scenarios \(3\)/ }).click();
    await settled(page);
    const row = (name: string) => page.locator('[data-row]', { hasText: name }).first();
    for (const name of ['Autumn', 'Spring market']) await row(name).locator('[data-col="0"]').click();
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    for (const name of ['As it stands', 'Autumn', 'Spring market'])
      await page.getByRole('columnheader', { name }).waitFor();
    await settled(page);

    await row('Autumn').getByRole('button', { name: 'Apply…' }).click();
    const apply = page.getByRole('dialog', { name: 'Apply a scenario' });
    await apply.getByRole('button', { name: 'Show what would be done' }).click();
    await apply.getByText(`${n} values of 2 components; total value $`).waitFor();
    await apply.getByRole('button', { name: 'Change 1 scenario' }).click();
    await apply.getByRole('button', { name: 'Undo' }).waitFor();
    expect(
      (await values()).filter(({ f, c }) => (c === 'AAA' && f === 1.08) || (c === 'AAB' && f === 1.11))
        .length,
    ).toBeGreaterThanOrEqual(n);
    await apply.getByRole('button', { name: 'Undo' }).click();
    await apply.getByText('Taken back').waitFor();
    expect(await values()).toEqual(before);
    expect(await years()).toEqual(factors);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
