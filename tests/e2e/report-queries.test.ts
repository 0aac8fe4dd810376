// What a report page asks of the server: each source once on opening, and nothing twice.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { root } from '#tests/support/database-server.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: true }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Asked {
  readonly source: string;
  readonly also?: readonly object[];
  readonly newer_than?: string;
}

/** The questions of the page from now on. */
function questionsOf(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/query')) return;
    const [body = ''] = Object.values(
      JSON.parse(request.postData() ?? '{}') as { readonly [k: string]: string },
    );
    asked.push(JSON.parse(Buffer.from(body, 'base64').toString('utf8')) as Asked);
  });
  return asked;
}

// Every page with a query of its own beside it; what has none is a hub.
const folder = join(root, 'screens/report');
const reports = readdirSync(folder)
  .map((file) => file.split('.')[0] ?? '')
  .filter((name, i, all) => all.indexOf(name) === i && existsSync(join(folder, `${name}.sql`)));

describe('a report page', () => {
  it('asks each of its sources once when it opens, whatever draws them', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    const asked = questionsOf(page);
    for (const report of reports) {
      asked.length = 0;
      await page.goto(`${app.url}/report/${report}/all`);
      await page.locator('.cad-grid-footer').first().waitFor();
      await settled(page);
      const sources = asked.map(({ source }) => source);
      expect([report, sources]).toEqual([report, [...new Set(sources)]]);
      expect(sources.length).toBeGreaterThan(0);
    }
    // Run again: one question more for each source, for a newer run.
    const shown = asked.map(({ source }) => source).toSorted();
    asked.length = 0;
    await page.getByRole('button', { name: /^Run at/ }).click();
    await settled(page);
    expect(asked.map(({ source }) => source).toSorted()).toEqual(shown);
    expect(asked.every(({ newer_than }) => newer_than !== undefined)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is handed out as a PDF, with the filters in force', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/report/mediansales/all?population=received`);
    await page.locator('.cad-grid-footer').first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^report-mediansales-\d{4}-\d{2}-\d{2}\.pdf$/);
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
    expect(bytes.toString('latin1').match(/\/S \/TH\b/g)?.length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'PDF' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
