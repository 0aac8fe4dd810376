// Lots that lie over one another, and an order of visit, in the real application: clicked, found, listed, printed and saved.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeView } from '#src/blocks/map/view.ts';
import { centimetresOf, worldPoint } from '#src/core/mercator.ts';
import { boundsOfRings, encodeRings } from '#src/core/rings.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { addMap, mapPicture as picture, pixelOf } from '#tests/support/map-picture.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const view = { latitude: -33, longitude: 151, zoom: 18 };
const step = 0.0004;
/** Four properties in a row, 37.3 metres apart; 104 is on no map. */
const properties = [101, 102, 103, 104].map((id, i) => ({ id, lat: -33, lon: 151 + (i - 1) * step }));
/** Three lots over one another in the middle, and one of the ground beside them. */
const lots = [
  { property: 102, lot: '1', plan: '5', stratum: false, level: null, west: 151 - step / 2 },
  { property: 103, lot: '12', plan: '900', stratum: true, level: 2, west: 151 - step / 2 },
  { property: 104, lot: '11', plan: '900', stratum: true, level: -1, west: 151 - step / 2 },
  { property: 101, lot: '2', plan: '5', stratum: false, level: null, west: 151 - 1.5 * step },
];

async function fill(): Promise<string> {
  await app.database.database.owner(async (client) => {
    for (const { id, lat, lon } of properties)
      await client.query(
        `insert into property (id, district_code, suburb, zone_code, component_code, lat, lon)
         values ($1::bigint, '001', 'ALPHA', 'R2', 'AA', $2, $3)`,
        [id, lat, lon],
      );
    for (const { property, lot, plan, stratum, level, west } of lots) {
      const [south, north, east] = [-33 - step / 2, -33 + step / 2, west + step];
      const corners = [
        [south, west],
        [south, east],
        [north, east],
        [north, west],
      ] as const;
      const ring = corners.flatMap(([lat, lon]) => centimetresOf(worldPoint(lat, lon)));
      const { minX, minY, maxX, maxY } = boundsOfRings([ring]);
      await client.query(
        `insert into lot_shape (property_id, district_code, lot, plan_type, plan, stratum, stratum_level, bounds, rings, area, lat, lon)
         values ($1::bigint, '001', $2, 'DP', $3, $4, $5, box(point($6, $7), point($8, $9)), $10::bytea, 1, -33, $11)`,
        [
          ...[property, lot, plan, stratum, level],
          ...[maxX / 100, maxY / 100, minX / 100, minY / 100],
          Buffer.from(encodeRings([ring])),
          west + step / 2,
        ],
      );
    }
  });
  return addMap(app.database, [101, 102, 103]);
}

/** Pixels that a sheet has of the map. */
const drawnOnPaper = (page: Page) =>
  page.evaluate(() => {
    globalThis.dispatchEvent(new Event('beforeprint'));
    const canvas = document.querySelector<HTMLCanvasElement>('.cad-map-labels');
    const { data } =
      canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
    globalThis.dispatchEvent(new Event('afterprint'));
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });

describe('lots on the map', () => {
  it('are listed where they lie over one another, lead to their properties, and are visited in order', async () => {
    const address = `${await fill()}?map.at=${writeView(view)}`;
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}${address}`);
    await picture(page).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('3 properties');
    const click = async (lon: number, lat = -33) => {
      const { x, y } = await pixelOf(page, view, lat, lon);
      await page.mouse.click(x, y);
    };

    const over = page.getByRole('region', { name: '3 lots over one another' });
    await expect
      .poll(async () => {
        await click(151 + 0.3 * step, -33 + 0.3 * step);
        return over.count();
      })
      .toBe(1);
    const withLots = await drawnOnPaper(page);
    expect(await over.getByRole('listitem').allTextContents()).toEqual([
      'Lot 1 DP 5',
      'Lot 11 DP 900Stratum, level -1',
      'Lot 12 DP 900Stratum, level 2',
    ]);
    // Of a property that the map does not have: its record.
    expect(await over.getByRole('link', { name: 'Lot 11 DP 900' }).getAttribute('href')).toContain(
      '/prop/104',
    );
    expect(await axeViolations(page)).toEqual([]);
    const picked = page.getByRole('region', { name: 'Picked' });
    await over.getByRole('button', { name: 'Lot 12 DP 900' }).click();
    await picked.getByText('103', { exact: true }).waitFor();

    // One lot alone is told by its name.
    await click(151 - 0.7 * step, -33 - 0.3 * step);
    const one = page.getByRole('region', { name: 'Lot', exact: true });
    await one.getByText('Lot 2 DP 5').waitFor();

    // Found by lot and plan; whose it is, is not on the map.
    await page.getByRole('searchbox').fill('lot 11 dp 900');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await one.getByRole('link', { name: 'Lot 11 DP 900' }).waitFor();

    // Left out, none is told of.
    await page.getByRole('checkbox', { name: 'Lots, when zoomed in' }).uncheck();
    await page.goto(`${app.url}${address}`);
    await picture(page).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('3 properties');
    // On paper, too, with them and without; what is picked has no more than a ring.
    expect(withLots).toBeGreaterThan((await drawnOnPaper(page)) + 2_000);
    await click(151);
    await picked.getByText('102', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: /lot/i }).count()).toBe(0);

    // Begun at its other end; 0.0004 degrees are 37.3 metres there.
    await page.getByRole('button', { name: 'Radius', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Metres' }).fill('100');
    await page.getByRole('button', { name: /^Choose around/ }).click();
    await page.getByText('3 properties chosen').waitFor();
    await page.getByRole('button', { name: 'Order of visit' }).click();
    const order = page.getByRole('region', { name: 'Order of visit' });
    await order.getByText('3 stops, 75 m as the crow flies.').waitFor();
    const stops = () =>
      order
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map(({ children }) => [0, 1, 3, 4].map((cell) => children[cell]?.textContent)),
        );
    expect(await stops()).toEqual([
      ['1', '101', '–', '–'],
      ['2', '102', '37 m', '37 m'],
      ['3', '103', '37 m', '75 m'],
    ]);
    await order.getByLabel('Begin at').selectOption('2');
    await expect.poll(async () => (await stops()).map(([, pid]) => pid)).toEqual(['103', '102', '101']);
    expect(await axeViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      order.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('order-of-visit.csv');
    const file = await readFile(await download.path(), 'utf8');
    expect(file.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
      '\ufeffNo.,PID',
      '1,103',
      '2,102',
      '3,101',
      '',
    ]);

    // The map on a sheet, and the list behind it on another.
    const paper = await page.pdf({ format: 'A4', landscape: true });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
