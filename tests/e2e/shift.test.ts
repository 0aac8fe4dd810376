// A page keeps its layout while it loads, and its charts while a filter changes. Neither is a matter of time: every shift
// and every frame counts, however long they take. `npm run bench -- shift` looks at every page there is.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeYear,
  chartsWhile,
  prepareShift,
  shiftAllowed,
  shiftOf,
} from '#scripts/bench/shift/measure-shift.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A page of the administrator; `late`: what its queries answer arrives when skeletons stand. */
async function asAdmin(late: boolean) {
  const watched = await watchedPage(browser);
  await prepareShift(watched.page);
  await enter(watched.page, app.url, 'admin', app.password, '/app/documents');
  if (late)
    await watched.context.route('**/api/query', async (route) => {
      const loads = watched.page.locator('.cad-skeleton[data-shown="true"], [aria-busy="true"]').first();
      // What nobody sees load is not held.
      await loads.waitFor({ state: 'attached', timeout: 1_500 }).catch(() => undefined);
      await route.continue().catch(() => undefined);
    });
  return watched;
}

const found = async (page: Page) =>
  page.evaluate(async () => {
    const kept = JSON.parse(localStorage.getItem('cadastre.session') ?? '{}') as Record<string, string>;
    const search = { searchType: 'full', isRecent: false, criteria: [] };
    const answer = await fetch('/api/properties/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `JWT ${kept.mvp4AuthToken}` },
      body: JSON.stringify({ CadastreSafeContent: btoa(JSON.stringify(search)) }),
    });
    return `/prop/result/${((await answer.json()) as { hash: string }).hash}`;
  });

const pages: readonly (readonly [string, (page: Page) => Promise<string>])[] = [
  ['the dashboard', async () => '/app/dashboard'],
  ['a hub', async () => '/report/stat'],
  ['a search', async () => '/prop/index'],
  ['a result', found],
  ['a record', async () => '/sale/2'],
  ['a report with a chart', async () => '/report/mediansales/all?year=2025'],
  ['a report with a verdict', async () => '/report/salesratio/all?year=2025'],
];

describe('a page that loads', () => {
  it.each([
    ['at once', false],
    ['late', true],
  ])('stays where it is when its rows come %s', async (_, late) => {
    const { page, context, complaints } = await asAdmin(late);
    const moved: string[] = [];
    for (const [name, pathOf] of pages) {
      const { total, parts } = await shiftOf(page, app.url + (await pathOf(page)), () => settled(page));
      if (total >= shiftAllowed) moved.push(`${name}: ${total.toFixed(3)} by ${parts.join(', ')}`);
    }
    expect(moved).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the charts of a report', () => {
  it('stand dimmed while its year and its district change, until the new ones are drawn', async () => {
    const { page, context, complaints } = await asAdmin(true);
    await page.goto(`${app.url}/report/salesact/all?year=2025`);
    await settled(page);
    const marks = () => page.locator('.cad-chart-place').first().innerHTML();
    const before = await marks();
    const year = await chartsWhile(
      page,
      async () => {
        expect(await changeYear(page, 'year')).toBe(true);
      },
      () => settled(page),
    );
    expect(year.blank).toEqual({});
    expect(year.dimmed).toBeGreaterThan(0);
    const ofYear = await marks();
    expect(ofYear).not.toBe(before);

    const district = await chartsWhile(
      page,
      async () => {
        await page.getByRole('button', { name: /^District: / }).click();
        await page.getByRole('combobox', { name: 'District', exact: true }).fill('maitland');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: /Maitland/ }).waitFor();
      },
      () => settled(page),
    );
    expect(district.blank).toEqual({});
    expect(district.dimmed).toBeGreaterThan(0);
    expect(await marks()).not.toBe(ofYear);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
