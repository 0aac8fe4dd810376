// A map that is moved for long, or opened again and again, keeps nothing of what it showed before; and it asks nobody but its server.
import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeView } from '#src/blocks/map/view.ts';
import { type Application, enter, follow, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { addMap, mapPicture } from '#tests/support/map-picture.ts';

let app: Application;
let browser: Browser;
let map: string;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  await app.database.database.owner((client) =>
    client.query(
      `insert into property (id, district_code, hnum1, zone_code, lat, lon)
       select n, '001', n, 'R2', -33 - (n / 20) * 0.0005, 151 + (n % 20) * 0.0005 from generate_series(1, 400) n`,
    ),
  );
  map = await addMap(
    app.database,
    Array.from({ length: 400 }, (_, i) => i + 1),
  );
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Kept {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

/** What is left once nothing is kept that nobody can reach. */
async function kept(cdp: CDPSession): Promise<Kept> {
  // What is let go by one collection may let go of more.
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), bytes: of('JSHeapUsedSize') };
}

const canvases = (page: Page) => page.locator('canvas').count();

/** Drags the map so many times, a quarter of a screen each, to and fro. */
async function pan(page: Page, times: number): Promise<void> {
  const area = await mapPicture(page).boundingBox();
  if (!area) throw new Error('The map is not drawn.');
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  for (let i = 0; i < times; i++) {
    const [across, down] = [
      [150, 0],
      [0, 90],
      [-150, 0],
      [0, -90],
    ][i % 4] as [number, number];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y + down, { steps: 2 });
    await page.mouse.up();
  }
}

const megabyte = 1024 * 1024;

describe('a map', () => {
  it('keeps after a hundred moves, and after it was left and opened ten times, what it kept before', async () => {
    const { page, context, complaints } = await watchedPage(browser, { reducedMotion: 'reduce' });
    const hosts = new Set<string>();
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(protocol)) hosts.add(origin);
    });
    const view = writeView({ latitude: -33.005, longitude: 151.005, zoom: 17 });
    await enter(page, app.url, 'admin', app.password, `${map}?map.at=${view}`);
    await mapPicture(page).waitFor();
    await settled(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.enable');

    await pan(page, 20);
    const [drawn, before] = [await canvases(page), await kept(cdp)];
    await pan(page, 100);
    const after = await kept(cdp);
    // One tile a square of 256 pixels that the picture touches, one more around them, and the labels.
    const area = await mapPicture(page).boundingBox();
    const across = (pixels = 0) => Math.ceil(pixels / 256) + 1 + 2;
    expect(drawn).toBeGreaterThan(6);
    expect(await canvases(page)).toBeLessThanOrEqual(across(area?.width) * across(area?.height) + 1);
    // A canvas that is kept is a node; the tiles at the edge differ by where the last move ended.
    expect(Math.abs(after.nodes - before.nodes)).toBeLessThan(50);
    expect(Math.abs(after.listeners - before.listeners)).toBeLessThan(10);
    expect(after.bytes - before.bytes).toBeLessThan(3 * megabyte);

    const again = async () => {
      await follow(page, '/prop/index');
      await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
      await follow(page, `${map}?map.at=${view}`);
      await mapPicture(page).waitFor();
      await settled(page);
    };
    await again();
    await again();
    const opened = await kept(cdp);
    for (let i = 0; i < 10; i++) await again();
    const reopened = await kept(cdp);
    // A page with a map has hundreds of nodes and dozens of listeners: none of the ten may be left.
    expect(Math.abs(reopened.nodes - opened.nodes)).toBeLessThan(100);
    expect(Math.abs(reopened.listeners - opened.listeners)).toBeLessThan(10);
    expect(reopened.bytes - opened.bytes).toBeLessThan(5 * megabyte);
    expect([...hosts]).toEqual([app.url]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
