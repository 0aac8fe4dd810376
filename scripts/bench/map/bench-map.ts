// 50,000 shapes on one screen, panned frame by frame: processor time for each frame, ours against leaflet's canvas layer. What moving
// a map without a shape takes (the pointer's events, layout, putting the frame together) is no redraw: it is measured and taken off both.
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browser.ts';
import { servePage } from '../grid/page-server.ts';
import type { BenchLine } from '../line.ts';

/** Pixels of a pan: as a hand or an arrow's glide moves the map in a frame, and what an arrow moves at once where motion is reduced. */
const steps = [
  { step: 10, pans: 60, what: '10 px, a frame of a move', budget: '≤ 0.05 ×' },
  { step: 120, pans: 30, what: '120 px at once', budget: '' },
] as const;

interface Spent {
  /** Of the page's main thread, in milliseconds a pan. */
  readonly main: number;
  /** Of all that the browser has, in milliseconds a pan. */
  readonly all: number;
}

interface PageGiven {
  readonly redraw?: () => void;
  readonly selectMs?: () => readonly [number, number];
}

/** `empty` is a map of leaflet's with nothing on it. */
type Kind = 'ours' | 'empty-leaflet' | 'leaflet';

/** Leaflet draws its 50,000 shapes to and fro; ours goes on over land that it has not drawn yet, in a field that is as dense. */
async function spent(
  kind: Kind,
  page: Page,
  session: CDPSession,
  whole: CDPSession,
  { step, pans }: (typeof steps)[number],
): Promise<Spent> {
  const main = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const all = async () => {
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000;
  };
  const turnAfter = kind === 'ours' ? pans : step === 10 ? pans / 2 : 2;
  const before = [await main(), await all()] as const;
  for (let pan = 0; pan < pans; pan++) {
    const across = Math.floor(pan / turnAfter) % 2 === 0 ? -step : step;
    const down = Math.floor(pan / 4) % 2 === 0 ? step / 2 : -step / 2;
    await page.mouse.move(600, 400);
    await page.mouse.down();
    await page.mouse.move(600 + across, 400 + down);
    await page.mouse.up();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return { main: ((await main()) - before[0]) / pans, all: ((await all()) - before[1]) / pans };
}

async function measured(browser: Browser, address: string, kind: Kind) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(300_000);
  await page.goto(`${address}?${kind}`);
  await page.waitForFunction('globalThis.ready === true');
  const session = await page.context().newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  // Of the thread, not of the clock: other work on the machine is none of the map's.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const pans: Spent[] = [];
  for (const step of steps) pans.push(await spent(kind, page, session, whole, step));
  const more = await page.evaluate(() => {
    const given = globalThis as PageGiven;
    const from = performance.now();
    for (let n = 0; n < 5; n++) given.redraw?.();
    const redraw = (performance.now() - from) / 5;
    given.selectMs?.();
    return { redraw, select: given.selectMs?.() ?? ([0, 0] as const) };
  });
  await page.close();
  return { pans, more };
}

export async function benchMap(): Promise<readonly BenchLine[]> {
  const served = await servePage(fileURLToPath(new URL('./page', import.meta.url)));
  const browser = await launchBrowser();
  try {
    const ours = await measured(browser, served.address, 'ours');
    const empty = await measured(browser, served.address, 'empty-leaflet');
    const leaflet = await measured(browser, served.address, 'leaflet');
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const [found, select] = ours.more.select;
    return [
      ...steps.flatMap(({ what, budget }, i): readonly BenchLine[] => {
        const [one, bare, other] = [ours.pans[i], empty.pans[i], leaflet.pans[i]];
        if (!one || !bare || !other) return [];
        const line = (of: keyof Spent, whose: string): BenchLine => {
          const [redraw, theirs] = [Math.max(0, one[of] - bare[of]), other[of] - bare[of]];
          return {
            what: `Map of 50,000 shapes, ${what}: redraw, ${whose}, ours / leaflet’s canvas`,
            measured: `${(redraw / theirs).toFixed(3)} × (${ms(redraw)} / ${ms(theirs)}); with what an empty map takes, ${ms(bare[of])}: ${(one[of] / other[of]).toFixed(3)} ×`,
            budget,
          };
        };
        return [line('main', 'main thread'), line('all', 'the whole browser')];
      }),
      {
        what: 'Map of 50,000 shapes: all tiles painted again',
        measured: ms(ours.more.redraw),
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
