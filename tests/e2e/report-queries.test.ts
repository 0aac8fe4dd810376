// What a report page, and the result of a figure or of a place, ask of the server: each source once on opening.
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

const inTabs = (report: string) =>
  /"type": "tabs"/.test(readFileSync(join(folder, `${report}.json`), 'utf8'));

describe('a report page', () => {
  // In parts, since all of them take minutes.
  it.each([0, 1, 2])(
    'asks each of its sources once when it opens, whatever draws them, part %i',
    async (part) => {
      const { page, context, complaints } = await watchedPage(browser);
      await enter(page, app.url, 'admin', app.password);
      const asked = questionsOf(page);
      // Those with tabs first, so that the last one, which runs again below, has none.
      const mine = reports
        .filter((_, i) => i % 3 === part)
        .toSorted((a, b) => Number(inTabs(b)) - Number(inTabs(a)));
      for (const report of mine) {
        asked.length = 0;
        await page.goto(`${app.url}/report/${report}/all`);
        // One of them draws nothing but charts.
        await page.locator('.cad-grid-footer, [data-block-type="chart"]').first().waitFor();
        await settled(page);
        const sources = asked.map(({ source }) => source);
        expect([report, sources.toSorted()]).toEqual([report, [...new Set(sources)].toSorted()]);
        expect(sources.length).toBeGreaterThan(0);
      }
      // Run again: one question more for each source, for a newer run.
      const shown = [...new Set(asked.map(({ source }) => source))].toSorted();
      asked.length = 0;
      await page.getByRole('button', { name: /^Run at/ }).click();
      await settled(page);
      expect(asked.map(({ source }) => source).toSorted()).toEqual(shown);
      expect(asked.every(({ newer_than }) => newer_than !== undefined)).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

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

/** The result page that came: how often it asked for its rows, how the column is sorted, and what stands in it. */
async function sortedBy(page: Page, asked: readonly Asked[], name: RegExp) {
  const heading = page.getByRole('columnheader', { name });
  await heading.waitFor();
  await settled(page);
  const col = await heading.getAttribute('data-col');
  const cells = await page.locator(`[data-row] [data-col="${col}"][role="gridcell"]`).allTextContents();
  return {
    asked: asked.filter(({ source }) => source === 'found').length,
    sorted: await heading.getAttribute('aria-sort'),
    // The line of the totals has none.
    values: cells.filter((text) => text !== '').map((text) => Number(text.replace(/[^0-9.]/g, ''))),
  };
}

describe('a result', () => {
  it('of a COD has the furthest from the median first, and the way through it passes over what is hidden', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/report/salesratio/all?year=2025`);
    await page.locator('[data-drill="cod"]').first().waitFor();
    await settled(page);
    const asked = questionsOf(page);
    await page.locator('[data-drill="cod"]').first().click();
    await page.waitForURL('**/sale/result/*');
    const { values, ...first } = await sortedBy(page, asked, /^From the median/);
    expect(first).toEqual({ asked: 1, sorted: 'descending' });
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual(values.toSorted((a, b) => b - a));

    const count = async () =>
      Number(
        ((await page.locator('.cad-grid-footer [role="status"]').first().textContent()) ?? '').split(' ')[0],
      );
    const before = await count();
    const ids = await page.getByRole('gridcell').getByRole('link', { name: /^\d+$/ }).allTextContents();
    await page.getByRole('grid').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await page.getByRole('link', { name: ids[1] ?? '', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: ids[0] ?? '', exact: true }).click();
    await page.getByText(`1 of ${before - 1}`, { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Next in the result/ }).click();
    await page.waitForURL(`**/sale/${ids[2]}?*`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('of what lies around a place has the nearest first', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    const hash = await page.evaluate(async () => {
      const kept = JSON.parse(localStorage.getItem('cadastre.session') ?? '{}') as Record<string, string>;
      const val = { lat: -32.73, lon: 151.55, metres: 50_000, of: 'Maitland' };
      const search = {
        searchType: 'full',
        isRecent: false,
        criteria: [{ fld: 'position', op: 'within', val }],
      };
      const answer = await fetch('/api/properties/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `JWT ${kept.mvp4AuthToken}` },
        body: JSON.stringify({ CadastreSafeContent: btoa(JSON.stringify(search)) }),
      });
      return ((await answer.json()) as { hash: string }).hash;
    });
    const asked = questionsOf(page);
    await page.goto(`${app.url}/prop/result/${hash}`);
    const { values, ...near } = await sortedBy(page, asked, /^Distance/);
    expect(near).toEqual({ asked: 1, sorted: 'ascending' });
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
