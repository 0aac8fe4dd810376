// What people do with a map in the real application, while the host of the streets' pictures cannot be reached.
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readView, writeView } from '#src/blocks/map/view.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { addMap, mapPicture, pixelOf } from '#tests/support/map-picture.ts';

const tileHost = 'https://tiles.example.org';
const view = { latitude: -33, longitude: 151, zoom: 16 };
const hostile = '<img src=x onerror=alert(1)>';
/** In a line from west to east, a hundred metres apart; the last one lies in another town. */
const lots = [
  { id: 101, street: 'WATTLE', status: 'A', lon: 150.998 },
  { id: 102, street: 'WATTLE', status: 'O', lon: 150.999 },
  { id: 103, street: hostile, status: 'A', lon: 151 },
  { id: 104, street: 'WATTLE', status: 'A', lon: 151.001 },
  { id: 105, street: 'BANKSIA', status: 'A', lon: 151.6 },
] as const;
const lonOf = (id: number) => lots.find((lot) => lot.id === id)?.lon ?? 0;

let app: Application;
let browser: Browser;
let map: string;
let vera: string;
beforeAll(async () => {
  const MAP_TILES_URL = `${tileHost}/{z}/{x}/{y}.png`;
  [app, browser] = [
    await startApplication({ demo: false, env: { MAP_TILES_URL, MAP_TILES_CREDIT: '© Streets <b>' } }),
    await launchBrowser(),
  ];
  await app.database.database.owner(async (client) => {
    for (const { id, street, status, lon } of lots)
      await client.query(
        `insert into property (id, district_code, hnum1, street_name, suburb, zone_code, status, lat, lon)
         values ($1::bigint, '001', $1::bigint - 100, $2, 'ALPHA', 'R2', $3, -33, $4)`,
        [id, street, status, lon],
      );
    await client.script(
      "insert into sale (district_code, property_id, purchase_price, contract_date) values ('001', 104, 900000, '2024-05-01')",
    );
  });
  map = await addMap(
    app.database,
    lots.map(({ id }) => id),
  );
  vera = await app.addUser('vera', 'viewer', '*');
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

let page: Page;
let context: BrowserContext;
let complaints: string[];
let hosts: Set<string>;
beforeEach(async () => {
  ({ page, context, complaints } = await watchedPage(browser, { reducedMotion: 'reduce' }, (line) =>
    line.startsWith('Failed to load resource: net::ERR_FAILED'),
  ));
  hosts = new Set();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol)) hosts.add(origin);
  });
  await context.route(`${tileHost}/**`, (route) => route.abort());
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  expect([...hosts].sort()).toEqual([app.url, tileHost].sort());
  await context.close();
});

async function openMap(query = `?map.at=${writeView(view)}`) {
  await page.goto(`${app.url}${map}${query}`);
  await mapPicture(page).waitFor();
  await page.getByRole('region', { name: 'Map' }).getByText('5 properties', { exact: true }).waitFor();
  await settled(page);
}

/** Of so many metres as the scale says. */
const scale = () => page.locator('.leaflet-control-scale-line').textContent();

async function pick(id: number) {
  const { x, y } = await pixelOf(page, view, -33, lonOf(id));
  await page.mouse.click(x, y);
  return page.getByRole('region', { name: 'Picked' });
}

/** Chooses the four properties of the street by a box. */
async function chooseStreet() {
  await page.getByRole('button', { name: 'Box', exact: true }).click();
  const [from, to] = [
    await pixelOf(page, view, -32.9995, lonOf(101) - 0.0005),
    await pixelOf(page, view, -33.0005, lonOf(104) + 0.0005),
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.getByText('4 properties chosen').waitFor();
}

const openTable = async () => {
  await page.getByRole('button', { name: 'As a table' }).click();
  await page.getByRole('grid').waitFor();
};

describe('the map', () => {
  it('tells what is clicked with the links of its row, in letters whatever a name has', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap();
    await openTable();
    const picked = await pick(103);
    await picked.getByText('103', { exact: true }).waitFor();
    expect(await picked.textContent()).toContain(hostile);
    // A row's link says besides which row of which result it is.
    const ofRow = page.getByRole('grid').getByRole('link', { name: '103', exact: true });
    expect(await ofRow.getAttribute('href')).toMatch(/^\/prop\/103(?:\?|$)/);
    const link = picked.getByRole('heading').getByRole('link');
    expect(await link.getAttribute('href')).toBe('/prop/103');
    const layers = page.getByRole('group', { name: 'Layers' });
    await layers.getByRole('checkbox', { name: 'Sales', exact: false }).first().check();
    await expect
      .poll(async () => (await pick(104)).getByRole('link', { name: /^Sale \d+$/ }).count())
      .toBe(1);
    await page.getByText('© Streets <b>').waitFor();
    expect(await page.locator('.cad-content img[src="x"], .cad-map-credit b').count()).toBe(0);
    await picked.getByRole('link', { name: /^Sale \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Sale \d+/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/sale\/\d+$/);
  });

  it('draws faintly what is out of contract', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap(`?map.at=${writeView(view)}&map.by=zone_code`);
    const opacity = async (id: number) => {
      const at = await pixelOf(page, view, -33, lonOf(id));
      return page.evaluate(({ x, y }) => {
        for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile')) {
          const { left, top, right, bottom, width } = canvas.getBoundingClientRect();
          if (x < left || x >= right || y < top || y >= bottom) continue;
          const dense = canvas.width / width;
          const brush = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
          // A tile that is drawn beside the page can be looked at, and not be read.
          brush?.drawImage(canvas, 0, 0);
          return (brush?.getImageData((x - left) * dense, (y - top) * dense, 1, 1).data[3] ?? 0) / 255;
        }
        return null;
      }, at);
    };
    expect(await opacity(101)).toBe(1);
    expect(await opacity(102)).toBeCloseTo(0.35, 1);
  });

  it('says that nothing listed lies where its reader went, until it shows all again', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap(`?map.at=${writeView({ ...view, longitude: 151.3 })}`);
    const elsewhere = page.getByRole('status').filter({ hasText: 'Nothing listed lies in this view.' });
    await elsewhere.waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await elsewhere.waitFor({ state: 'detached' });
  });

  it('opens where its reader left it, and for another user of the same browser as a whole', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap('');
    const whole = await scale();
    await openMap();
    await mapPicture(page).focus();
    await page.keyboard.press('+');
    await expect.poll(() => page.url()).toContain('map.at=');
    await expect
      .poll(() => readView(new URL(page.url()).searchParams.get('map.at') ?? '')?.zoom)
      .toBe(view.zoom + 1);
    const near = await scale();
    expect(near).not.toBe(whole);
    await openMap('');
    expect(await scale()).toBe(near);
    // Where it was, not only as near.
    const { x, y } = await pixelOf(page, { ...view, zoom: view.zoom + 1 }, -33, lonOf(103));
    await page.mouse.click(x, y);
    await page.getByRole('region', { name: 'Picked' }).getByText('103', { exact: true }).waitFor();

    await enter(page, app.url, 'vera', vera);
    await openMap('');
    expect(await scale()).toBe(whole);
    await enter(page, app.url, 'admin', app.password);
    await openMap('');
    expect(await scale()).toBe(near);
  });

  it('opens what is chosen as a result, exports it as rows and hands it to ValMap', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap();
    await chooseStreet();
    await openTable();
    const toolbar = page.getByRole('toolbar', { name: 'Selected rows' });
    await toolbar.getByRole('button', { name: 'Export 4 properties' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Ticked rows as CSV' }).click(),
    ]);
    const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(heading).toContain('PID');
    expect(lines.map((line) => /\b10\d\b/.exec(line)?.[0])).toEqual(['101', '102', '103', '104']);

    await page.getByRole('button', { name: 'Send to ValMap' }).click();
    await page.waitForURL('**/trx/valmap?list=*');
    await settled(page);
    const { rows } = await app.database.database.owner((client) =>
      client.query('select direction, pids from handoff_log'),
    );
    expect(rows).toEqual([{ direction: 'OUT', pids: [101, 102, 103, 104] }]);

    await openMap();
    await chooseStreet();
    await page.getByRole('button', { name: 'Open as a result' }).click();
    await page.waitForURL('**/prop/result/*');
    const links = page.getByRole('grid').getByRole('link', { name: /^10\d$/ });
    await expect.poll(() => links.allTextContents()).toEqual(['101', '102', '103', '104']);
  });

  it('stands on paper with its legend, scale, north, credits and date, and as before afterwards', async () => {
    await enter(page, app.url, 'admin', app.password);
    await openMap(`?map.at=${writeView(view)}&map.by=zone_code`);
    const before = await mapPicture(page).boundingBox();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const box = await mapPicture(page).boundingBox();
    // 205 mm by 138 mm.
    expect([box?.width, box?.height].map((pixels) => Math.round((pixels ?? 0) / 3.7795))).toEqual([205, 130]);
    await page.locator('.leaflet-control-scale-line').waitFor();
    const legend = page.getByRole('list', { name: 'Zone', exact: true });
    await legend.getByText('R2').waitFor();
    expect(await legend.evaluate((list) => getComputedStyle(list, '::before').content)).toMatch(
      /aria-label|Zone/,
    );
    await page.getByText('© Streets <b>').waitFor();
    await page.getByText(/^Run \d{1,2}-\w{3}-\d{4} .* by /).waitFor();
    const north = await mapPicture(page).evaluate((map) => getComputedStyle(map, '::after').content);
    expect(north).toContain('N');
    // What is pressed is not on paper, but for the classes of the legend.
    await expect
      .poll(() =>
        page
          .locator('.cad-map :is(button, input, select, a):visible')
          .evaluateAll((all) =>
            all.filter((one) => !one.closest('.cad-map-legend')).map((one) => one.outerHTML),
          ),
      )
      .toEqual([]);
    const drawn = () =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.cad-map-labels');
        const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return data.some((value) => value > 0);
      });
    // Names come nearer; what is on the canvas are the places, also after the page has answered to its new size.
    expect(await drawn()).toBe(true);
    const ramp = () =>
      page.locator('.cad-map').evaluate((map) => getComputedStyle(map).getPropertyValue('--cad-map-1'));
    // Browsers take the style of paper only after the page has answered.
    const printed = () =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'));
        const picture = document.querySelector<HTMLCanvasElement>('.cad-map-labels')?.toDataURL();
        window.dispatchEvent(new Event('afterprint'));
        return picture;
      });
    const lightRamp = await ramp();
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    expect(await drawn()).toBe(false);
    await expect.poll(() => mapPicture(page).boundingBox()).toEqual(before);

    const light = await printed();
    // Paper is white for whoever works in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    await openMap(`?map.at=${writeView(view)}&map.by=zone_code`);
    await expect.poll(ramp).not.toBe(lightRamp);
    await expect.poll(async () => (await printed()) === light).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(ramp).toBe(lightRamp);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
});
