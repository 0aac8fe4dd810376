// A real browser for end-to-end tests: every page it opens collects what must never happen.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

const debian = '/usr/bin/chromium';

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(debian) ? debian : undefined);
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
  page.on('console', (message) => {
    if (message.type() === 'error' && !excuse(message.text()))
      complaints.push(`${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(`${error.message} (${page.url()})`));
  return { page, context, complaints };
}
