// A map in the real application: from a result to its places, coloured, picked and chosen.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clustersIn } from '#src/blocks/map/clusters.ts';
import { placesOf } from '#src/blocks/map/places.ts';
import { writeView } from '#src/blocks/map/view.ts';
import { worldPoint } from '#src/core/mercator.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { mapPicture as picture, pixelAt } from '#tests/support/map-picture.ts';

const tileHost = 'https://tiles.example.org';
const onePixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [
    await startApplication({
      demo: false,
      env: { MAP_TILES_URL: `${tileHost}/{z}/{x}/{y}.png`, MAP_TILES_CREDIT: '© Streets' },
    }),
    await launchBrowser(),
  ];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const view = { latitude: -33, longitude: 151, zoom: 15 };
/** Twelve properties in rows of four, 0.002 degrees apart, around the middle of the view; the last two at one place, one nowhere. */
const properties = [
  ...Array.from({ length: 12 }, (_, i) => ({
    id: 101 + i,
    zone: i < 4 ? 'R2' : 'B4',
    lat: -33.002 + Math.floor(i / 4) * 0.002,
    lon: 150.997 + (i % 4) * 0.002,
  })),
  { id: 113, zone: 'B4', lat: -32.998, lon: 151.003 },
  { id: 114, zone: null, lat: null, lon: null },
];

const pixelOf = (page: Page, at: { readonly lat: number | null; readonly lon: number | null }) =>
  pixelAt(page, view, worldPoint(at.lat ?? 0, at.lon ?? 0));

const propertyOf = (id: number) => properties.find((one) => one.id === id) ?? { lat: null, lon: null };

describe('the map', () => {
  it('is opened from a result, counts what it draws, tells of what is clicked and opens what is chosen', async () => {
    await app.database.database.owner(async (client) => {
      await client.script(
        `insert into property (id, district_code, suburb, zone_code, component_code, lat, lon) values ${properties
          .map(
            ({ id, zone, lat, lon }) =>
              `(${id}, '001', 'ALPHA', ${zone && `'${zone}'`}, 'AA', ${lat}, ${lon})`,
          )
          .join()};
        insert into sale (district_code, property_id, purchase_price, contract_date)
        values ('001', 106, 900000, '2024-05-01'), ('001', 114, 800000, '2024-05-01')`,
      );
    });
    const { page, context, complaints } = await watchedPage(browser);
    // The host of the tiles answers at first, and later not at all.
    let answers = true;
    const tiles: string[] = [];
    await page.route(`${tileHost}/**`, async (route) => {
      tiles.push(new URL(route.request().url()).pathname);
      if (answers) await route.fulfill({ contentType: 'image/gif', body: onePixel });
    });
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/prop/index`);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/prop/result/*');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.waitForURL('**/map/*');
    await picture(page).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('13 properties');
    await page.getByText('1 property without a place').waitFor();

    await page.getByRole('combobox', { name: 'Colour by' }).selectOption({ label: 'Zone' });
    const classes = page.getByRole('list', { name: 'Zone' }).getByRole('button');
    await expect
      .poll(() => classes.allTextContents())
      .toEqual([expect.stringMatching(/9$/), expect.stringMatching(/4$/)]);
    expect(await axeViolations(page)).toEqual([]);
    expect(tiles.length).toBeGreaterThan(0);
    expect(tiles.filter((path) => !/^\/\d+\/\d+\/\d+\.png$/.test(path))).toEqual([]);
    await page.getByText('© Streets').waitFor();
    answers = false;

    // What is clicked is told; where two lie, one after the other.
    await page.goto(`${page.url().split('?')[0]}?map.at=${writeView(view)}`);
    await picture(page).waitFor();
    // Nothing above the map is still to come.
    await page.getByText('All records.').waitFor();
    const picked = page.getByRole('region', { name: 'Picked' });
    const alone = await pixelOf(page, propertyOf(106));
    await page.mouse.click(alone.x, alone.y);
    await picked.getByText('106', { exact: true }).waitFor();
    const two = await pixelOf(page, propertyOf(113));
    await page.mouse.click(two.x, two.y);
    await picked.getByText('1 of 2 here').waitFor();
    await picked.getByRole('button', { name: 'The next one' }).click();
    await picked.getByText('2 of 2 here').waitFor();
    await picked.getByRole('button', { name: 'Close' }).click();

    // What is searched for is gone to and told; of what lies nowhere it is said.
    const find = page.getByRole('searchbox', { name: 'PID, address, lot and plan' });
    await find.fill('104');
    await find.press('Enter');
    await picked.getByText('104', { exact: true }).waitFor();
    await expect.poll(() => page.url()).toContain('map.at=-33.00200');
    await find.fill('114');
    await find.press('Enter');
    await page.getByText('has no place on the map.').waitFor();
    await page.goto(`${page.url().split('?')[0]}?map.at=${writeView(view)}`);
    await picture(page).waitFor();
    await page.getByText('All records.').waitFor();

    // From far away they are counted together; the ring opens.
    const far = { ...view, zoom: 11 };
    await page.goto(`${page.url().split('?')[0]}?map.at=${writeView(far)}`);
    await picture(page).waitFor();
    await page.getByText('All records.').waitFor();
    const placed = placesOf(properties, 'lat', 'lon');
    const everywhere = { west: 0, north: 0, east: 1, south: 1 };
    const [ring] = clustersIn(placed, everywhere, far.zoom, () => true).clusters;
    if (!ring) throw new Error('Twelve places within 600 m fall on each other from far away.');
    const inRing = await pixelAt(page, far, ring);
    await page.mouse.click(inRing.x, inRing.y);
    await expect
      .poll(() => Number(/map\.at=[^&]*?(\d+)(?:&|$)/.exec(decodeURIComponent(page.url()))?.[1]))
      .toBeGreaterThan(13);
    await page.goto(`${page.url().split('?')[0]}?map.at=${writeView(view)}`);
    await picture(page).waitFor();
    await page.getByText('All records.').waitFor();

    // Sales are a layer: that of the property without a place is not drawn.
    const layers = page.getByRole('group', { name: 'Layers' });
    await layers.getByRole('checkbox', { name: 'Sales', exact: false }).first().check();
    await layers.getByText('1', { exact: true }).waitFor();
    const sold = await pixelOf(page, propertyOf(106));
    await page.mouse.click(sold.x, sold.y);
    await picked.getByRole('link', { name: /^Sale \d+$/ }).waitFor();
    await picked.getByText('$900,000').waitFor();
    await layers.getByRole('checkbox', { name: 'Sales', exact: false }).first().uncheck();

    // A circle by metres: its neighbours lie 187 m and 222 m from 106, the next ones 290 m.
    await page.getByRole('button', { name: 'Radius', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Metres' }).fill('230');
    const centre = await pixelOf(page, propertyOf(106));
    await page.mouse.click(centre.x, centre.y);
    await page.getByText('5 properties chosen').waitFor();
    const aside = await pixelOf(page, propertyOf(107));
    await page.mouse.move(centre.x, centre.y);
    await page.mouse.down();
    await page.mouse.move(aside.x + 2, aside.y, { steps: 5 });
    await page.mouse.up();
    await page.getByText('3 properties chosen').waitFor();

    // 106 to 107 is 187 m; with 103 above it a right-angled triangle of 187 m by 222 m.
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    const [start, turn, end] = [
      await pixelOf(page, propertyOf(106)),
      await pixelOf(page, propertyOf(107)),
      await pixelOf(page, propertyOf(103)),
    ];
    await page.mouse.click(start.x, start.y);
    await page.mouse.click(turn.x, turn.y);
    await page.getByText(/^Length 18\d m/).waitFor();
    await page.mouse.dblclick(end.x, end.y);
    await page.getByText(/^Length (?:40|41)\d m · Area 2\d,\d{3} m² \(2\.\d+ ha\)$/).waitFor();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();

    // A box holds the left half of the two lower rows, as SQL says.
    await page.getByRole('button', { name: 'Box', exact: true }).click();
    const [from, to] = [
      await pixelOf(page, { lat: -32.9995, lon: 150.996 }),
      await pixelOf(page, { lat: -33.003, lon: 151 }),
    ];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await page.getByText('4 properties chosen').waitFor();
    // The table beside the map has them ticked; what is ticked there is chosen here.
    await page.getByRole('button', { name: 'As a table' }).click();
    const table = page.getByRole('grid');
    const ticks = (name: string) => table.getByRole('gridcell', { name, exact: true });
    await expect.poll(() => ticks('Selected').count()).toBe(4);
    await ticks('Selected').first().click();
    await page.getByText('3 properties chosen').waitFor();
    await ticks('Not selected').first().click();
    await page.getByText('4 properties chosen').waitFor();
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('button', { name: 'Polygon', exact: true }).click();
    // A triangle over the upper right corner, beside the box: 107, 108 of the middle row and 112, 113 of the upper.
    for (const corner of [
      { lat: -33.001, lon: 151.004 },
      { lat: -32.9965, lon: 151.004 },
    ]) {
      const { x, y } = await pixelOf(page, corner);
      await page.mouse.click(x, y);
    }
    const last = await pixelOf(page, { lat: -33.0005, lon: 151.0005 });
    await page.keyboard.down('Control');
    await page.mouse.dblclick(last.x, last.y);
    await page.keyboard.up('Control');
    const inside = await app.database.database.owner((client) =>
      client.query<{ n: number }>(
        `select count(*)::integer as n from property
         where polygon '((151.004,-33.001),(151.004,-32.9965),(151.0005,-33.0005))' @> point(lon, lat)`,
      ),
    );
    await page.getByText(`${4 + (inside.rows[0]?.n ?? 0)} properties chosen`).waitFor();
    await page.getByRole('button', { name: 'Open as a result' }).click();
    await page.waitForURL('**/prop/result/*');
    await page.getByRole('grid').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens from the record of a property without a component with it alone, and prints on one sheet', async () => {
    await app.database.database.owner((client) =>
      client.script(
        "insert into property (id, district_code, suburb, lat, lon) values (201, '001', 'BETA', -33, 151.01)",
      ),
    );
    const { page, context, complaints } = await watchedPage(browser);
    await page.route(`${tileHost}/**`, (route) =>
      route.fulfill({ contentType: 'image/gif', body: onePixel }),
    );
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/prop/201`);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.waitForURL(/\/map\/[^?]+\?map\.at=-33\.?0*,151\.0?1/);
    await page.getByRole('application', { name: /^Property 201\./ }).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('1 property');

    // Folded, the table would leave its heading on a sheet of its own.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('As a table').isVisible()).toBe(false);
    const paper = await page.pdf({ format: 'A4', landscape: true });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
