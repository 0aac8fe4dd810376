// From a report to the records behind its figures, with clicks and with keys.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: true }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const report = '/report/salesact/001?year=2025';

async function openReport(page: Page): Promise<void> {
  await page.goto(`${app.url}${report}`);
  await page.locator('.cad-grid-drill').first().waitFor();
  await settled(page);
}

/** The result page that came: how many it says and how many it shows. */
async function found(page: Page): Promise<{ readonly said: string; readonly shown: string }> {
  await page.waitForURL('**/sale/result/*');
  await page.locator('.cad-grid-footer').first().waitFor();
  await settled(page);
  const said = (await page.locator('.cad-text p').first().textContent()) ?? '';
  const shown = (await page.locator('.cad-grid-footer [role="status"]').first().textContent()) ?? '';
  return { said, shown };
}

const countOf = (text: string) => /^[\d,]+ sales?/.exec(text)?.[0];

describe('a figure of a report', () => {
  it('opens its sales from a cell, from the total and by keyboard, with the filters in force', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await openReport(page);
    const cell = page.locator('[data-drill="received"]').first();
    const figure = await cell.textContent();
    await cell.click();
    const one = await found(page);
    expect(one.said).toMatch(new RegExp(`^${figure} sales? of .*2025`));
    expect(countOf(one.shown)).toBe(countOf(one.said));

    await openReport(page);
    const total = page.locator('[data-drill="total"]').first();
    const sum = await total.textContent();
    await total.click();
    const all = await found(page);
    expect(all.said.startsWith(`${sum} sales`)).toBe(true);
    expect(countOf(all.shown)).toBe(countOf(all.said));

    await openReport(page);
    await page.getByRole('grid').first().focus();
    await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const byKey = await found(page);
    expect(countOf(byKey.shown)).toBe(countOf(byKey.said));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens its sales from a bar, and the page says what it counts', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await openReport(page);
    await page.getByRole('button', { name: 'About these figures' }).click();
    await page.getByText('Of the sales of a month and zone').waitFor();
    await page.getByText('Number of sales: ').waitFor();

    await page.keyboard.press('Escape');
    const bar = page.locator('.cad-chart svg .mark-rect path').first();
    await bar.click();
    const marks = await found(page);
    expect(marks.said).toMatch(/^[\d,]+ sales? of month from .*2025/);
    expect(countOf(marks.shown)).toBe(countOf(marks.said));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens its sales from a name beside the chart, by key alone, and the properties of a group from its subtotal', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await openReport(page);
    const opens = page.getByRole('button', { name: /^Open the sales of / }).first();
    const zone = (await opens.getAttribute('aria-label'))?.replace('Open the sales of ', '') ?? '';
    await opens.focus();
    await page.keyboard.press('Enter');
    const named = await found(page);
    expect(named.said).toMatch(/^[\d,]+ sales? of /);
    expect(named.said).toContain(zone);
    expect(countOf(named.shown)).toBe(countOf(named.said));

    await page.goto(`${app.url}/report/propcount/001?year=2025`);
    await page.locator('.cad-grid-group [data-drill="total"]').first().waitFor();
    await settled(page);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ArrowDown');
    const active = page.locator('.cad-grid-group .cad-active');
    const subtotal = page.locator('.cad-grid-group .cad-active [data-drill="total"]');
    for (let i = 0; i < 12 && (await subtotal.count()) === 0; i++) await page.keyboard.press('ArrowRight');
    await active.waitFor();
    const figure = await subtotal.textContent();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL('**/prop/result/*');
    await settled(page);
    expect(await page.locator('.cad-text p').first().textContent()).toMatch(
      new RegExp(`^${figure} propert(?:y|ies)`),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stands with its limits and the verdict in a window of 1280, and opens its sales from there', async () => {
    const { page, context, complaints } = await watchedPage(browser, {
      viewport: { width: 1280, height: 800 },
    });
    await enter(page, app.url, 'admin', app.password);
    await page.goto(`${app.url}/report/salesratio/001?year=2025`);
    const study = page.getByRole('table', { name: 'Sales ratio study' });
    await study.waitFor();
    await settled(page);
    const limits = { 'Against the limits': '', COD: '15 at most', PRD: '0.98 to 1.03', PRB: '−0.10 to 0.10' };
    for (const [name, permitted] of Object.entries(limits)) {
      const line = study
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: name !== 'COD' }) })
        .first();
      const box = await line.boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(1280);
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(800);
      expect((await line.getByRole('cell').last().textContent()) ?? '', name).toBe(permitted);
      expect(await line.locator('td[data-tone]').count(), name).toBeGreaterThan(0);
    }
    const count = study.locator('[data-drill="n"]').first();
    const figure = await count.textContent();
    await count.focus();
    await page.keyboard.press('Enter');
    expect((await found(page)).said.startsWith(`${figure} sales`)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
