import { type Browser, chromium } from 'playwright';
import type { Guest } from './guest.ts';
import { openRequests, rest } from './rest.ts';

export interface Look {
  readonly width: number;
  /** Null: as high as the page. */
  readonly height: number | null;
  readonly dark: boolean;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What failed on the page, one line each. */
  readonly faults: readonly string[];
}

const restSeconds = 40;
const tallest = 8_000;

export async function launch(say: (line: string) => void): Promise<Browser> {
  const finder: { readonly findBrowser: (say: (line: string) => void) => string | null } = await import(
    new URL('../../test/browser.mjs', import.meta.url).href
  );
  const executablePath = finder.findBrowser(say);
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // A container may have a small /dev/shm, in which Chromium would crash.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
}

/** Opens an address as somebody, waits until the page rests and writes what is seen. */
export async function takePicture(
  browser: Browser,
  url: string,
  address: string,
  guest: Guest,
  look: Look,
  file: string,
): Promise<Picture> {
  const { origin } = new URL(url);
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height ?? 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'cadastre.session', value: guest.kept }] }],
    },
  });
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`The page's code failed: ${error.message}`));
    const pending = openRequests(page);
    await page.goto(`${url}${address}`);
    const unrest = await rest(page, pending, restSeconds);
    if (unrest) faults.push(`${unrest.charAt(0).toUpperCase()}${unrest.slice(1)}.`);
    const wanted = new URL(`${url}${address}`).pathname;
    const reached = new URL(page.url()).pathname;
    if (reached !== wanted) faults.push(`The page led on to ${reached}.`);
    const cards = page.locator('.cad-error-card').filter({ visible: true });
    for (const text of await cards.allInnerTexts()) faults.push(text.replaceAll(/\s*\n\s*/g, ' – ').trim());
    let height = look.height ?? 800;
    if (look.height === null) {
      // The shell scrolls inside itself, so the window grows by what is hidden.
      const hidden = await page.evaluate(() =>
        Math.max(
          0,
          ...[document.documentElement, ...document.querySelectorAll('main')].map(
            (element) => element.scrollHeight - element.clientHeight,
          ),
        ),
      );
      height = Math.min(tallest, height + hidden);
      if (hidden > 0) {
        await page.setViewportSize({ width: look.width, height });
        await rest(page, pending, restSeconds);
      }
    }
    await page.screenshot({ path: file, animations: 'disabled' });
    return { width: look.width, height, title: await page.title(), faults };
  } finally {
    await context.close();
  }
}
