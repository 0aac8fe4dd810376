// 50,000 shapes on one screen, panned frame by frame: time of the page's main thread for each frame, ours against leaflet's canvas layer.
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '#tests/support/browser.ts';
import { servePage } from '../grid/page-server.ts';
import type { BenchLine } from '../line.ts';

const pans = 60;
/** Pixels of each, as a hand moves the map in a frame. */
const step = 10;

export async function benchMap(): Promise<readonly BenchLine[]> {
  const served = await servePage(fileURLToPath(new URL('./page', import.meta.url)));
  const browser = await launchBrowser();
  try {
    const cpu = async (kind: 'ours' | 'leaflet') => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
      page.setDefaultTimeout(300_000);
      await page.goto(`${served.address}?${kind}`);
      await page.waitForFunction('globalThis.ready === true');
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const spent = async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
      };
      // There and back, so that all shapes stay near.
      const before = await spent();
      for (let pan = 0; pan < pans; pan++) {
        const way = Math.floor(pan / 30) % 2 === 0 ? -step : step;
        await page.mouse.move(600, 400);
        await page.mouse.down();
        await page.mouse.move(600 + way, 400 + way / 2);
        await page.mouse.up();
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      const perPan = ((await spent()) - before) / pans;
      const more =
        kind === 'leaflet'
          ? null
          : await page.evaluate(() => {
              const given = globalThis as { redraw?: () => void; selectMs?: () => readonly [number, number] };
              const from = performance.now();
              for (let n = 0; n < 5; n++) given.redraw?.();
              const redraw = (performance.now() - from) / 5;
              given.selectMs?.();
              return { redraw, select: given.selectMs?.() ?? [0, 0] };
            });
      await page.close();
      return { perPan, more };
    };
    const [ours, leaflet] = [await cpu('ours'), await cpu('leaflet')];
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const [found, select] = ours.more?.select ?? [0, 0];
    return [
      {
        what: 'Map of 50,000 shapes: main thread a frame, ours / leaflet’s canvas',
        measured: `${(ours.perPan / leaflet.perPan).toFixed(3)} × (${ms(ours.perPan)} / ${ms(leaflet.perPan)})`,
        budget: '≤ 0.05 ×',
      },
      {
        what: 'Map of 50,000 shapes: all tiles painted again',
        measured: ms(ours.more?.redraw ?? Number.NaN),
        budget: '',
      },
      {
        what: `A polygon over ${found.toLocaleString('en-AU')} of 50,000 shapes`,
        measured: ms(select),
        budget: '< 300 ms',
      },
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}
