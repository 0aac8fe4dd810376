import type { CDPSession, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browser.ts';
import { type ServedPage, servePage } from './page-server.ts';

export interface GridFigures {
  /** CPU of the page's main thread per scrolled frame, in ms. */
  readonly cpuPerFrame: number;
  /** JavaScript heap after scrolling and a collection, in MB. */
  readonly heap: number;
  /** Frames of the run in which part of the viewport had no row. */
  readonly blankFrames: number;
}

export interface GridBench {
  readonly ours: GridFigures;
  readonly agGrid: GridFigures;
  readonly tanStack: GridFigures;
  readonly cpuToAgGrid: number;
  readonly cpuToTanStack: number;
  readonly heapToAgGrid: number;
  readonly heapToTanStack: number;
}

const scrollers = {
  ours: '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container',
  ag: '.ag-grid-viewport',
  tanstack: '#scroller',
} as const;
type GridKind = keyof typeof scrollers;

const frames = 240;
const pixelsPerFrame = 100;
const rounds = 3;

/** Scrolls `frames` frames at 100 px each (6,000 px/s at 60 Hz) and counts frames with an empty viewport edge. */
async function scroll(page: Page, selector: string, from: number): Promise<number> {
  return page.evaluate(
    async ({ selector, from, frames, pixelsPerFrame }) => {
      const scroller = document.querySelector(selector);
      if (!scroller) throw new Error(`No scroller ${selector}.`);
      const box = scroller.getBoundingClientRect();
      let blank = 0;
      for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame);
        for (const y of frame % 8 === 0 ? [box.top + 20, box.top + box.height / 2, box.bottom - 30] : []) {
          const hit = document.elementFromPoint(box.left + 200, y);
          if (!hit || (hit.textContent ?? '').trim() === '' || hit === scroller || hit.contains(scroller))
            blank += 1;
        }
        scroller.scrollTop = from + frame * pixelsPerFrame;
      }
      return blank;
    },
    { selector, from, frames, pixelsPerFrame },
  );
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((known) => known.name === name)?.value ?? Number.NaN;
}

async function measure(address: string, kind: GridKind): Promise<GridFigures> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${address}?grid=${kind}&plain`);
    await page.waitForSelector(scrollers[kind]);
    await page.waitForTimeout(1_000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await scroll(page, scrollers[kind], 0);
    let cpuPerFrame = Number.POSITIVE_INFINITY;
    let blankFrames = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const before = await metric(session, 'TaskDuration');
      blankFrames += await scroll(page, scrollers[kind], round * frames * pixelsPerFrame);
      // The least of the rounds: what else the machine does can only add.
      cpuPerFrame = Math.min(cpuPerFrame, ((await metric(session, 'TaskDuration')) - before) / frames);
    }
    await session.send('HeapProfiler.collectGarbage');
    const heap = (await metric(session, 'JSHeapUsedSize')) / 1_048_576;
    return { cpuPerFrame: cpuPerFrame * 1_000, heap, blankFrames };
  } finally {
    await browser.close();
  }
}

/** 100,000 rows of 20 columns in our grid, AG Grid Community and TanStack Virtual, one after the other in one run. */
export async function benchGrid(): Promise<GridBench> {
  let served: ServedPage | null = null;
  try {
    served = await servePage();
    const ours = await measure(served.address, 'ours');
    const agGrid = await measure(served.address, 'ag');
    const tanStack = await measure(served.address, 'tanstack');
    return {
      ours,
      agGrid,
      tanStack,
      cpuToAgGrid: ours.cpuPerFrame / agGrid.cpuPerFrame,
      cpuToTanStack: ours.cpuPerFrame / tanStack.cpuPerFrame,
      heapToAgGrid: ours.heap / agGrid.heap,
      heapToTanStack: ours.heap / tanStack.heap,
    };
  } finally {
    await served?.close();
  }
}
