import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('changing the password', () => {
  it('tells every rule at its field, keeps the session, and takes the new one from then on', async () => {
    const first = await app.addUser('olive', 'valuer', '*');
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('422'));
    await signIn(page, app.url, 'olive', first);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.getByRole('button', { name: /olive/i }).click();
    await page.getByRole('button', { name: 'Change my password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change my password' });
    await dialog.waitFor();
    await expect.poll(() => scripts.some((url) => url.includes('strength')), { timeout: 20_000 }).toBe(true);
    const change = dialog.getByRole('button', { name: 'Change password' });
    await change.click();
    await dialog.getByText('Current password is required').waitFor();
    await dialog.getByText('New password is required').waitFor();
    const [current, next, again] = [
      dialog.getByLabel('Current password'),
      dialog.getByLabel('New password', { exact: true }),
      dialog.getByLabel('New password again'),
    ];
    await next.fill('short');
    await dialog.getByText('Password must be at least 8 characters').waitFor();
    await dialog.getByText('This must match the password above').waitFor();
    const level = dialog.getByRole('status');
    await next.fill('password');
    await level.getByText('Very weak').waitFor();
    await next.fill('brass lamp 92 over the weir');
    await level.getByText('Very strong').waitFor();
    // Neither the name nor the company's words make it strong.
    await next.fill('olive');
    await level.getByText('Very weak').waitFor();
    // A hundred figures that stand for letters would hold the page up for seconds.
    await next.fill('4@81s5$'.repeat(15).slice(0, 100));
    await again.fill('x');
    await level.waitFor();
    await next.fill('password');
    await dialog.getByText('Password must be of at least moderate strength').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await current.fill('not this one');
    await next.fill('brass lamp 92 over the weir');
    await again.fill('brass lamp 92 over the weir');
    await change.click();
    await dialog.getByText('The current password is wrong').waitFor();
    await current.fill(first);
    await change.click();
    await page.getByText('Your password has been changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('heading', { level: 1, name: 'Search sales' }).waitFor();
    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL((url) => url.pathname === '/app/login');
    await signIn(page, app.url, 'olive', 'brass lamp 92 over the weir');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
