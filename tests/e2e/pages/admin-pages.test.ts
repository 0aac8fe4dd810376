// /app/server and /app/backup in the real application, on a real PostgreSQL.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

async function administrator(excuse?: (line: string) => boolean) {
  const watched = await watchedPage(browser, {}, excuse);
  await enter(watched.page, app.url, 'admin', app.password);
  return watched;
}

/** At 200 % zoom a window of 1280 px has 640. */
async function fits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(wider).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

const backup = (page: Page) => page.getByRole('grid').first().getByRole('row').nth(1);

describe('the pages of the administrator', () => {
  it('tell what the server runs on by one call, and again on request', async () => {
    const { page, context, complaints } = await administrator();
    let calls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/app/server') calls += 1;
    });
    await menu(page).getByRole('link', { name: 'Server' }).click();
    await page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await page.getByText('PostgreSQL', { exact: true }).waitFor();
    expect(await page.title()).toBe('Cadastre - Server');
    await page.getByText('Up for').waitFor();
    await page.getByText(/^\d+ min$/).waitFor();
    await page.getByText(process.version).waitFor();
    await page.getByText('No long work has run yet.').waitFor();
    expect(calls, 'four sources are parts of one answer').toBe(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls).toBe(2);
    await page.getByRole('button', { name: 'Database changes' }).click();
    await page.getByText(/^\d+ changes$/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fits(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('make, try, fetch and delete a backup, and show how far it is', async () => {
    const { page, context, complaints } = await administrator();
    await page.goto(`${app.url}/app/server`);
    await page.getByRole('button', { name: 'Backups' }).click();
    await page.getByText('No backup has been made here yet.').waitFor();
    expect(await page.title()).toBe('Cadastre - Backups');
    await page.getByRole('button', { name: 'Make a backup' }).press('Enter');
    await page.getByText('The backup is being made').waitFor();
    await page.getByText('1 backup', { exact: true }).waitFor();
    await backup(page).getByText('Administrator').waitFor();
    await page.getByText('Making a backup', { exact: true }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Try to restore' }).click();
    await page.getByRole('heading', { name: 'Under way' }).waitFor();
    await page.getByText('Trying a backup').first().waitFor();
    await backup(page).getByText('Done').waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Under way' }).waitFor({ state: 'detached' });

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await (await downloading).path();
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true });

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The item was successfully deleted').waitFor();
    await page.getByText('No backup has been made here yet.').waitFor();
    await page.getByText('2 jobs', { exact: true }).waitFor();
    await fits(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are not there for anybody else', async () => {
    const password = await app.addUser('vera', 'viewer', '*');
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'vera', password);
    expect(
      await menu(page)
        .getByRole('link', { name: /^(Server|Backups)$/ })
        .count(),
    ).toBe(0);
    for (const path of ['/app/server', '/app/backup']) {
      await page.goto(`${app.url}${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await context.close();
  });
});
