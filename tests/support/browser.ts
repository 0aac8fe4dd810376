// A real browser for end-to-end tests: every page it opens collects what must never happen.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { openRequests, rest } from '#scripts/screens/render/rest.ts';

// The shell is what Playwright itself uses without a window: a third less work for the same pages.
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const pendingOf = new WeakMap<Page, () => number>();

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? debian.find((path) => existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // A container may have a small /dev/shm, in which Chromium would crash.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
  const close = browser.close.bind(browser);
  // A browser that hangs must not keep a test from stopping what else it started.
  browser.close = async (options) => {
    let slow: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      slow = setTimeout(() => {
        console.error('The browser did not close within 20 s.');
        resolve();
      }, 20_000);
    });
    await Promise.race([close(options), late]);
    clearTimeout(slow);
  };
  return browser;
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors and CSP violations so far. */
  readonly complaints: string[];
}

/** A page in a context of its own. `excuse` names a console line that a test provokes itself. */
export async function watchedPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  excuse: (line: string) => boolean = () => false,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  const page = await context.newPage();
  pendingOf.set(page, openRequests(page));
  page.on('console', (message) => {
    if (message.type() === 'error' && !excuse(message.text()))
      complaints.push(`${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(`${error.message} (${page.url()})`));
  return { page, context, complaints };
}

/** Waits until the page has its heading, loads and asks nothing and changes no more; fails after `seconds`. */
export async function settled(page: Page, seconds = 60): Promise<void> {
  const pending = pendingOf.get(page) ?? openRequests(page);
  pendingOf.set(page, pending);
  const unrest = await rest(page, pending, seconds);
  if (unrest !== null) throw new Error(`${page.url()}: ${unrest}`);
}
