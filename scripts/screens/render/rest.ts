// When a page is finished: nothing loads, nothing is asked, nothing changes.
import type { Page, Request } from 'playwright';

export interface Bearings {
  readonly heading: boolean;
  readonly loading: number;
  /** The same text means that nothing has changed. */
  readonly picture: string;
}

/** What a page looks like at this moment; it travels into the browser, so it stands alone. */
export function bearings(): Bearings {
  const loading = document.querySelectorAll('.cad-skeleton, .cad-widget-loading, [aria-busy=true]').length;
  const body = document.body;
  return {
    heading: document.querySelector('h1') !== null || document.querySelector('.cad-error-card') !== null,
    loading,
    picture: `${location.pathname} ${body?.querySelectorAll('*').length ?? 0} ${body?.textContent.length ?? 0}`,
  };
}

/** Counts the requests of a page that have no answer yet. */
export function openRequests(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // A page that is opened anew waits for nothing of the one before.
    if (request.isNavigationRequest()) open.clear();
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Waits until the page rests; what is still going on otherwise. */
export async function rest(page: Page, pending: () => number, seconds: number): Promise<string | null> {
  let before = '';
  let quiet = 0;
  const end = Date.now() + seconds * 1000;
  let last = 'nothing was drawn';
  while (Date.now() < end) {
    const now = await page.evaluate(bearings).catch(() => null);
    if (now) {
      const same = now.picture === before && now.heading && now.loading === 0;
      quiet = same && pending() === 0 ? quiet + 1 : 0;
      if (quiet >= 4) return null;
      before = now.picture;
      last = now.heading
        ? `${now.loading} parts still load, ${pending()} requests are open`
        : 'no heading was drawn';
    }
    await page.waitForTimeout(50);
  }
  return `the page does not come to rest within ${seconds} s: ${last}`;
}
