// A real browser for end-to-end tests: every page it opens collects what must never happen.
import { existsSync } from 'node:fs';
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright';
import { openRequests, rest } from '#scripts/screens/render/rest.ts';

// The shell is what Playwright itself uses without a window: a third less work for the same pages.
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const pendingOf = new WeakMap<Page, () => number>();

/** As long as a poll waits; Playwright's own 30 s are less than a busy machine may take for a page. */
const waitMs = 60_000;

async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? debian.find((path) => existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // A container may have a small /dev/shm, in which Chromium would crash.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(waitMs);
    return context;
  };
  return browser;
}

/** The browser of this process; the files that run in it one after the other share it, each with contexts of its own. */
let shared: Promise<Browser> | undefined;

/** A browser; among tests its `close` ends what this file opened in it. */
export async function launchBrowser(): Promise<Browser> {
  if (!process.env.VITEST_WORKER_ID) return launch();
  const running = await shared?.catch(() => undefined);
  if (!running?.isConnected()) shared = launch();
  const browser = await (shared as Promise<Browser>);
  browser.close = async () => {
    // A browser that hangs must not keep a test from stopping what else it started, nor be used again.
    const closed = Promise.allSettled(browser.contexts().map((context) => context.close())).then(() => true);
    let slow: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      slow = setTimeout(() => resolve(false), 20_000);
    });
    if (!(await Promise.race([closed, late]))) {
      console.error('The browser did not close its pages within 20 s.');
      shared = undefined;
    }
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
  if (process.env.CADASTRE_LATER) lookLater(page);
  pendingOf.set(page, openRequests(page));
  page.on('console', (message) => {
    if (message.type() === 'error' && !excuse(message.text()))
      complaints.push(`${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(`${error.message} (${page.url()})`));
  return { page, context, complaints };
}

let laterLooked = false;

/**
 * A wait for one element may find one only because another has not come yet: on a quicker machine it finds two and
 * fails. Here each wait that was answered is asked again a moment later.
 */
function lookLater(page: Page): void {
  if (laterLooked) return;
  laterLooked = true;
  const locator: Locator = Object.getPrototypeOf(page.locator('body'));
  const wait = locator.waitFor;
  locator.waitFor = async function (this: Locator, options) {
    await wait.call(this, options);
    if ((options?.state ?? 'visible') !== 'visible') return;
    await new Promise((resolve) => setTimeout(resolve, 700));
    const found = await this.count().catch(() => 1);
    if (found > 1)
      throw new Error(`${String(this)} found one element at first, and ${found} a moment later.`);
  };
}

/** Waits until the page has its heading, loads and asks nothing and changes no more; fails after `seconds`. */
export async function settled(page: Page, seconds = 60): Promise<void> {
  const pending = pendingOf.get(page) ?? openRequests(page);
  pendingOf.set(page, pending);
  const unrest = await rest(page, pending, seconds);
  if (unrest !== null) throw new Error(`${page.url()}: ${unrest}`);
}

/** Stops the page's installed clock where it stands; it goes on when a test lets it. */
export async function stopClock(page: Page): Promise<void> {
  // A moment that is too near has passed before a busy machine hears of it, and a clock goes back for nobody.
  for (let ahead = 500; ; ahead *= 2) {
    try {
      await page.context().clock.pauseAt((await page.evaluate(() => Date.now())) + ahead);
      return;
    } catch (error) {
      if (ahead > 8_000 || !(error instanceof Error) || !/to the past/.test(error.message)) throw error;
    }
  }
}

/** The server's own answer to a request that a test holds; null when the page was closed meanwhile. */
export async function answerOf(route: Route): Promise<APIResponse | null> {
  try {
    return await route.fetch();
  } catch (error) {
    if (error instanceof Error && /disposed|has been closed/.test(error.message)) return null;
    throw error;
  }
}
