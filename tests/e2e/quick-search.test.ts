// The quick search in the real application: ids, addresses, warnings, late answers, by keyboard alone.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, stopClock, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let property: { readonly id: number; readonly address: string };
let sale: number;

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number; address: string }>(
      `select id, address from property p where status <> 'X'
       and (select count(*) from property q where q.address ilike '%' || p.address || '%') = 1 order by id limit 1`,
    );
    const first = rows[0];
    if (!first) throw new Error('The demo data hold no property with an address of its own.');
    property = first;
    const sales = await client.query<{ id: number }>(
      'select id from sale where id not in (select id from analysis) order by id desc limit 1',
    );
    sale = sales.rows[0]?.id ?? 0;
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Quick search' });
const options = (page: Page) => page.getByRole('option');

function quickCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/search/'))
      calls.push(`${pathname.slice(12)} ${searchParams.get('term') ?? searchParams.get('address') ?? ''}`);
  });
  return calls;
}

async function dashboard(excuse?: (line: string) => boolean) {
  const watched = await watchedPage(browser, {}, excuse);
  await enter(watched.page, app.url, 'admin', app.password);
  await box(watched.page).waitFor();
  return { ...watched, calls: quickCalls(watched.page) };
}

describe('the quick search', () => {
  it('looks an address up when it has rested for 500 ms, and not before', async () => {
    const { page, context, complaints, calls } = await dashboard();
    await context.clock.install();
    await page.reload();
    await box(page).waitFor();
    await stopClock(page);
    await box(page).fill('ba');
    await context.clock.runFor(400);
    await box(page).fill('ban');
    await context.clock.runFor(499);
    expect(calls).toEqual([]);
    await context.clock.runFor(1);
    await expect.poll(() => calls).toEqual(['quick ban']);
    await expect.poll(() => options(page).count()).toBeGreaterThan(0);
    await box(page).fill('');
    expect(await options(page).count(), 'an empty term clears the suggestions').toBe(0);
    await context.clock.runFor(2_000);
    expect(calls).toEqual(['quick ban']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('suggests addresses that are gone through and opened by keyboard', async () => {
    const { page, context, complaints } = await dashboard();
    await page.locator('body').press('/');
    await expect.poll(() => box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(property.address.toLowerCase());
    await options(page).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.CADASTRE_SHOTS)
      await page.screenshot({ path: `${process.env.CADASTRE_SHOTS}/quick-address.png` });
    await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowDown');
    const active = await box(page).getAttribute('aria-activedescendant');
    await expect.poll(() => options(page).first().getAttribute('id')).toBe(active);
    await expect.poll(() => options(page).first().getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => options(page).first().textContent()).toContain(String(property.id));
    expect(await options(page).first().locator('svg').count(), 'an icon by type').toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await box(page).inputValue(), 'the first Esc keeps the term').not.toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => box(page).inputValue()).toBe('');
    await page.keyboard.type(property.address.toLowerCase());
    await options(page).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/prop/${property.id}`);
    // A navigation empties the box.
    await expect.poll(() => box(page).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("takes digits as an id in the menu's box too, with a link and a blurb", async () => {
    const { page, context, complaints, calls } = await dashboard();
    const menu = page.getByRole('combobox', { name: 'Quick ID search' });
    await menu.fill(String(sale));
    await page.waitForTimeout(800);
    expect(calls, 'an id waits for Enter').toEqual([]);
    await menu.press('Enter');
    await options(page).first().waitFor();
    expect(calls).toEqual([`quick ${sale}`]);
    const link = page.getByRole('option', { name: `Sale ${sale}` });
    await expect.poll(() => link.getAttribute('href')).toBe(`/sale/${sale}`);
    expect(await axeViolations(page)).toEqual([]);
    await menu.press('Enter');
    await page.waitForURL(`**/sale/${sale}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('warns of an id that nothing bears and of an address that no property has', async () => {
    const { page, context, complaints, calls } = await dashboard();
    await box(page).fill('999999999999');
    await box(page).press('Enter');
    await page.getByText("the product couldn't find any items associated with that ID").waitFor();
    await box(page).fill('no such street at all');
    await box(page).press('Enter');
    await page.getByText("the product couldn't find a PID associated with that address").waitFor();
    expect(calls).toEqual(['quick 999999999999', 'pid no such street at all']);
    await box(page).fill(property.address);
    await box(page).press('Enter');
    await page.waitForURL(`**/prop/${property.id}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('drops the answer to a term that is typed over, and says what fails', async () => {
    const { page, context } = await dashboard((line) => line.includes('500'));
    await context.route('**/api/search/quick?term=slow*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route
        .fulfill({ json: { type: 'address', items: [{ id: 1, type: 'PR', address: 'LATE' }] } })
        .catch(() => undefined);
    });
    await context.route('**/api/search/quick?term=fast*', (route) =>
      route.fulfill({ json: { type: 'address', items: [{ id: 2, type: 'PR', address: 'SOON' }] } }),
    );
    await context.route('**/api/search/quick?term=broken*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The addresses are being indexed.' } }),
    );
    await box(page).fill('slow');
    await page.waitForRequest(/term=slow/);
    await box(page).fill('fast');
    await page.getByRole('option', { name: 'SOON' }).waitFor();
    await page.waitForTimeout(2_000);
    await expect.poll(() => page.getByRole('option', { name: 'LATE' }).count()).toBe(0);
    await box(page).fill('broken');
    await page.getByText('The addresses are being indexed.').waitFor();
    await context.close();
  });
});
