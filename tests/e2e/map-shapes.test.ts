// Shapes on the map in the real application: picked and chosen by their land, as SQL finds them.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeView } from '#src/blocks/map/view.ts';
import { centimetresOf, worldPoint } from '#src/core/mercator.ts';
import { boundsOfRings, encodeRings } from '#src/core/rings.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { mapPicture as picture, pixelOf } from '#tests/support/map-picture.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const view = { latitude: -33, longitude: 151, zoom: 17 };
const step = 0.0004;
/** Twelve lots of a step each way in three rows of four, around the middle of the view; the last has no shape. */
const lots = Array.from({ length: 12 }, (_, i) => ({
  id: 101 + i,
  west: 151 + ((i % 4) - 2) * step,
  south: -33 + (Math.floor(i / 4) - 1) * step,
}));
/** Of a property that the result does not hold. */
const other = { id: 200, west: 151 + 2 * step, south: -33 };
const cornersOf = ({ west, south }: { readonly west: number; readonly south: number }) =>
  [
    [south, west],
    [south, west + step],
    [south + step, west + step],
    [south + step, west],
  ] as const;

/** The database takes for equal what differs by a millionth. */
const larger = 100_000;

/** How many of the lots' shapes meet a polygon of longitudes and latitudes, as the database's own type says. */
async function meeting(corners: readonly (readonly [number, number])[]): Promise<number> {
  const polygon = `(${corners.map(([lat, lon]) => `(${lon * larger},${lat * larger})`).join()})`;
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from property
       where $1::polygon && polygon(box(point(lon - $2::float8, lat - $2) * $3::point, point(lon + $2, lat + $2) * $3)) and id < 112`,
      [polygon, step / 2, `(${larger},0)`],
    ),
  );
  return rows[0]?.n ?? 0;
}

describe('shapes on the map', () => {
  it('are picked anywhere on their land, and chosen by a box and a polygon as SQL finds them', async () => {
    await app.database.database.owner(async (client) => {
      for (const lot of [...lots, other]) {
        await client.query(
          `insert into property (id, district_code, suburb, zone_code, component_code, lat, lon)
           values ($1::bigint, '001', $2, 'R2', 'AA', $3, $4)`,
          [lot.id, lot === other ? 'BETA' : 'ALPHA', lot.south + step / 2, lot.west + step / 2],
        );
        if (lot.id === 112) continue;
        const ring = cornersOf(lot).flatMap(([lat, lon]) => centimetresOf(worldPoint(lat, lon)));
        const { minX, minY, maxX, maxY } = boundsOfRings([ring]);
        await client.query(
          `insert into parcel_shape (property_id, district_code, bounds, rings, area)
           values ($1::bigint, '001', box(point($2, $3), point($4, $5)), $6::bytea, 1)`,
          [lot.id, maxX / 100, maxY / 100, minX / 100, minY / 100, Buffer.from(encodeRings([ring]))],
        );
      }
    });
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/prop/index`);
    await page.getByRole('textbox', { name: 'Suburb' }).first().fill('ALPHA');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/prop/result/*');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.waitForURL('**/map/*');
    await picture(page).waitFor();
    await page.goto(`${page.url().split('?')[0]}?map.at=${writeView(view)}`);
    await picture(page).waitFor();
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('12 properties');

    // In a corner of its land, twenty metres from its place.
    const picked = page.getByRole('region', { name: 'Picked' });
    const [first] = lots;
    if (!first) throw new Error('There is no lot.');
    await expect
      .poll(async () => {
        const { x, y } = await pixelOf(page, view, first.south + 0.1 * step, first.west + 0.1 * step);
        await page.mouse.click(x, y);
        return picked.getByText('101', { exact: true }).count();
      })
      .toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    // Land of a property that is not in the result is drawn, and nobody's to pick.
    const foreign = await pixelOf(page, view, other.south + step / 2, other.west + step / 2);
    await page.mouse.click(foreign.x, foreign.y);
    await picked.waitFor({ state: 'detached' });

    // A box over no place, and over corners of four lots.
    await page.getByRole('button', { name: 'Box', exact: true }).click();
    const box = [-33 - 0.2 * step, 151 - 0.2 * step, -33 + 0.2 * step, 151 + 0.2 * step] as const;
    const [from, to] = [await pixelOf(page, view, box[0], box[1]), await pixelOf(page, view, box[2], box[3])];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    const within = await meeting([
      [box[0], box[1]],
      [box[0], box[3]],
      [box[2], box[3]],
      [box[2], box[1]],
    ]);
    expect(within).toBe(4);
    await page.getByText(`${within} properties chosen`).waitFor();

    // A triangle over three lots of the lower row, two of the middle one and one of the upper.
    await page.getByRole('button', { name: 'Polygon', exact: true }).click();
    const corners = [
      [-33 - 0.9 * step, 151 - 1.9 * step],
      [-33 + 1.9 * step, 151 - 1.9 * step],
      [-33 - 0.9 * step, 151 + 0.3 * step],
    ] as const;
    for (const [i, [lat, lon]] of corners.entries()) {
      const { x, y } = await pixelOf(page, view, lat, lon);
      if (i === corners.length - 1) await page.mouse.dblclick(x, y);
      else await page.mouse.click(x, y);
    }
    const inside = await meeting(corners);
    expect(inside).toBe(6);
    await page.getByText(`${inside} properties chosen`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
