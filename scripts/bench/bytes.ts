import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import type { BenchLine } from './line.ts';

const kilobyte = 1024;

/** Counts every script that a page takes in, by the browser's own log: gzip size and the size that travelled. */
function countScripts(page: Page): () => Promise<Bytes> {
  const waiting: Promise<{ readonly gzip: number; readonly sent: number }>[] = [];
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    waiting.push(
      (async () => {
        const body = await response.body();
        const sizes = await response.request().sizes();
        return { gzip: gzipSync(body).length, sent: sizes.responseBodySize };
      })(),
    );
  });
  return async () => {
    const all = await Promise.all(waiting);
    return {
      gzip: all.reduce((sum, one) => sum + one.gzip, 0),
      sent: all.reduce((sum, one) => sum + one.sent, 0),
      files: all.length,
    };
  };
}

async function freshPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

interface Bytes {
  readonly gzip: number;
  readonly sent: number;
  readonly files: number;
}

/** JavaScript until a typed sign-in can be submitted, and that of a report page without a chart; in bytes. */
export async function measureBytes(
  app: Application,
  browser: Browser,
): Promise<{ readonly signIn: Bytes; readonly report: Bytes }> {
  const first = await freshPage(browser);
  const untilSignIn = countScripts(first);
  await first.goto(`${app.url}/app/login`);
  await first.getByLabel('User name').fill('admin');
  await first.getByLabel('Password').fill('typed');
  await first.getByRole('button', { name: 'Sign in' }).waitFor();
  await first.waitForLoadState('networkidle');
  const signInBytes = await untilSignIn();

  const setup = await freshPage(browser);
  await signIn(setup, app.url, 'admin', app.password);
  const state = await setup.context().storageState();
  const second = await (await browser.newContext({ storageState: state })).newPage();
  const ofReport = countScripts(second);
  await second.goto(`${app.url}/report/saleprex/001`);
  await second.getByRole('grid').waitFor();
  await second.waitForLoadState('networkidle');
  return { signIn: signInBytes, report: await ofReport() };
}

/** What design section 6 allows, in bytes of gzip. */
export const bytesAllowed = { signIn: 150 * kilobyte, report: 320 * kilobyte };

export async function benchBytes(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const app = await startApplication({ server });
  const browser = await launchBrowser();
  try {
    const measured = await measureBytes(app, browser);
    const line = (what: string, sizes: Bytes, allowed: number): BenchLine => ({
      what,
      measured: `${(sizes.gzip / kilobyte).toFixed(0)} KB gzip in ${sizes.files} files, ${(sizes.sent / kilobyte).toFixed(0)} KB sent`,
      budget: `≤ ${allowed / kilobyte} KB`,
    });
    return [
      line('JavaScript until sign-in can be submitted', measured.signIn, bytesAllowed.signIn),
      line('JavaScript of a report page without a chart', measured.report, bytesAllowed.report),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}
