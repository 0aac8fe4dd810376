import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesAllowed, measureBytes } from '#scripts/bench/bytes.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;

beforeAll(async () => {
  app = await startApplication();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('the JavaScript that a page takes in', () => {
  it('stays within its budget until a sign-in can be submitted, and on a report page', async () => {
    const { signIn, report } = await measureBytes(app, browser);
    // Less than this is no application: the count itself would be wrong.
    expect(signIn.gzip).toBeGreaterThan(50_000);
    expect(report.gzip).toBeGreaterThan(signIn.gzip);
    expect(signIn.gzip).toBeLessThanOrEqual(bytesAllowed.signIn);
    expect(report.gzip).toBeLessThanOrEqual(bytesAllowed.report);
  });
});
