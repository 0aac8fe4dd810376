// When a page is finished: nothing loads, nothing is asked, nothing changes.
import type { Page, Request } from 'playwright';

export interface Bearings {
  readonly heading: boolean;
  readonly loading: number;
  /** The same text means that nothing has changed. */
  readonly picture: string;
}

/**
 * What a page looks like at this moment, or, of how many looks in a row it was the same, which waits some seconds at
 * most; it travels into the browser, so it stands alone.
 */
export async function bearings(looks: number): Promise<Bearings> {
  const look = () => ({
    heading: document.querySelector('h1') !== null || document.querySelector('.cad-error-card') !== null,
    loading: document.querySelectorAll('.cad-skeleton, .cad-widget-loading, [aria-busy=true]').length,
    picture: `${location.pathname} ${document.body?.querySelectorAll('*').length ?? 0} ${document.body?.textContent.length ?? 0}`,
  });
  // Not setTimeout: a test may have stopped the page's clock.
  const { scheduler } = globalThis as unknown as {
    scheduler: { postTask: (work: () => void, how: { delay: number }) => Promise<void> };
  };
  let now = look();
  let before = '';
  let quiet = 1;
  for (let tries = 0; quiet < looks && tries < 100; tries++) {
    before = now.picture;
    await scheduler.postTask(() => undefined, { delay: 50 });
    now = look();
    quiet = now.picture === before && now.heading && now.loading === 0 ? quiet + 1 : 1;
  }
  return now;
}

/** An answer that came within these milliseconds may not have been drawn yet. */
const drawnAfter = 100;

/** Counts the requests of a page that have no answer yet, or had none a moment ago. */
export function openRequests(page: Page): () => number {
  const open = new Set<Request>();
  let answered = 0;
  const end = (request: Request) => {
    if (open.delete(request)) answered = Date.now();
  };
  page.on('request', (request) => {
    // A page that is opened anew waits for nothing of the one before.
    if (request.isNavigationRequest()) open.clear();
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => (open.size === 0 && Date.now() - answered < drawnAfter ? 1 : open.size);
}

/**
 * Waits until the page rests; what is still going on otherwise. The browser looks by itself, so that a wait costs a
 * few messages.
 */
export async function rest(page: Page, pending: () => number, seconds: number): Promise<string | null> {
  let before = '';
  const end = Date.now() + seconds * 1000;
  let last = 'nothing was drawn';
  while (Date.now() < end) {
    const now = await page.evaluate(bearings, 3).catch(() => null);
    const open = pending();
    if (now) {
      const quiet = now.heading && now.loading === 0 && open === 0;
      if (quiet && now.picture === before) return null;
      before = quiet ? now.picture : '';
      last = now.heading
        ? `${now.loading} parts still load, ${open} requests are open`
        : 'no heading was drawn';
    }
    if (!now || open > 0) await page.waitForTimeout(50);
  }
  return `the page does not come to rest within ${seconds} s: ${last}`;
}
