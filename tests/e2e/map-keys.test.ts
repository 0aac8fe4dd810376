// The map without a pointer: what is measured, drawn and picked by keys alone, and what is said of it.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeView } from '#src/blocks/map/view.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const view = { latitude: -33, longitude: 151, zoom: 15 };
/**
 * Twelve properties in rows of four, 0.002 degrees apart. At this zoom the columns lie 23 and 70 pixels from the middle, on either
 * side, and the rows 56 pixels above it, in it, and as far below.
 */
const properties = Array.from({ length: 12 }, (_, i) => ({
  id: 101 + i,
  lat: -33.002 + Math.floor(i / 4) * 0.002,
  lon: 150.997 + (i % 4) * 0.002,
}));

const picture = (page: Page) => page.getByRole('application', { name: /^Map/ });

describe('the map by keyboard', () => {
  it('chooses by box, polygon and radius, measures and picks, and says what it did', async () => {
    await app.database.database.owner(async (client) => {
      await client.script(
        `insert into property (id, district_code, suburb, zone_code, component_code, lat, lon) values ${properties
          .map(({ id, lat, lon }) => `(${id}, '001', 'ALPHA', 'R2', 'AA', ${lat}, ${lon})`)
          .join()};
        update sysparam set value = 'key-1', version = version + 1 where name = 'GMAPIKEY'`,
      );
    });
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/prop/index`);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/prop/result/*');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.waitForURL('**/map/*');
    const address = page.url().split('?')[0];
    await page.goto(`${address}?map.at=${writeView(view)}`);
    await picture(page).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('12 properties');

    const said = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const take = async (tool: string) => {
      await page.getByRole('button', { name: tool, exact: true }).focus();
      await press('Enter');
      await picture(page).focus();
    };

    // Ten pixels up, then sixty to the right and a hundred and twenty down: one column, its middle and its lower row.
    await take('Box');
    expect(await page.locator('.cad-map-cross').evaluate((one) => getComputedStyle(one).visibility)).toBe(
      'visible',
    );
    await press('ArrowUp', 'Enter');
    await said('First corner set.');
    await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter');
    await page.getByText('2 properties chosen').waitFor();
    await said('2 properties found there.');
    expect(await axeViolations(page)).toEqual([]);

    // A triangle from (-60, -20) over (60, -20) to (60, 100): two of the middle row and one below. One corner is a mistake.
    await take('Polygon');
    await press('Shift+ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter', 'Shift+ArrowUp', 'Enter');
    await said('Corner 2 set.');
    await press('Backspace');
    await said('Corner 2 taken back.');
    await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
    await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Enter', 'Enter');
    await page.getByText('3 properties chosen').waitFor();

    // Forty pixels around the middle are two of them; Ctrl keeps those of before, of which both are.
    await take('Radius');
    await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await page.getByText('2 properties chosen').waitFor();
    await press('Shift+ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Control+Enter');
    await page.getByText('3 properties chosen').waitFor();

    // Sixty pixels are 240 metres at this latitude.
    await take('Measure');
    await press('Enter', 'Shift+ArrowRight', 'Enter');
    await said(/^Corner 2 set. Length 240 m.$/);
    await press('Shift+ArrowDown', 'Enter', 'Backspace', 'Escape');
    await said(/^Measured. Length 240 m.$/);
    await press('Escape', 'Escape');
    await said('The map is moved again.');
    await expect
      .poll(() => page.getByRole('button', { name: 'Move', exact: true }).getAttribute('aria-pressed'))
      .toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');

    // What lies under the cross-hair is picked; the street there opens in a tab of its own.
    await page.goto(`${address}?map.at=${writeView({ ...view, longitude: 150.999 })}`);
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('12 properties');
    await picture(page).focus();
    await press('Enter');
    const picked = page.getByRole('region', { name: 'Picked' });
    await picked.getByText('106', { exact: true }).waitFor();
    const street = picked.getByRole('link', { name: /^Street view/ });
    expect([await street.getAttribute('href'), await street.getAttribute('target')]).toEqual([
      'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=-33,150.999',
      '_blank',
    ]);

    // The sheet of keys tells of the map's.
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('heading', { name: 'Map' }).waitFor();
    await sheet.getByText('Take the last corner back').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
