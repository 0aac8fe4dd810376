import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

interface Entry {
  readonly id: string;
  readonly route: string;
  readonly access: 'public' | 'app' | 'auth';
}

let app: Application;
let browser: Browser;
let paths: readonly string[];
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  paths = await allPaths();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function ask(token: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { authorization: `JWT ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body
      ? {
          body: JSON.stringify({
            CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64'),
          }),
        }
      : {}),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

/** Every route of the manifest with real parameters, each tab of a page with tabs, and the filters opened nowhere yet. */
async function allPaths(): Promise<readonly string[]> {
  const { page, context } = await watchedPage(browser);
  await signIn(page, app.url, 'admin', app.password);
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('cadastre.session') ?? '{}').mvp4AuthToken as string,
  );
  await context.close();
  const { entries } = (await ask(token, 'GET', '/definitions')) as { readonly entries: readonly Entry[] };
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ sale: number; property: number }>(
      `select s.id as sale, s.property_id as property from sale s
       where exists (select from analysis a where a.sale_id = s.id) and s.property_id is not null order by s.id limit 1`,
    ),
  );
  const hashes = new Map<string, string>();
  for (const list of ['sales', 'properties']) {
    const answer = (await ask(token, 'POST', `/${list}/search`, {
      searchType: 'full',
      isRecent: false,
      criteria: [],
    })) as { readonly hash: string };
    hashes.set(list, answer.hash);
  }
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.access === 'auth')) {
    const path = entry.route
      .replace('/sale/result/:id', `/sale/result/${hashes.get('sales')}`)
      .replace('/prop/result/:id', `/prop/result/${hashes.get('properties')}`)
      .replace('/sale/:id', `/sale/${rows[0]?.sale}`)
      .replace('/prop/:id', `/prop/${rows[0]?.property}`)
      .replace(':dst', '001');
    expect(path, `no parameter is known for ${entry.route}`).not.toContain(':');
    found.push(path);
  }
  return found;
}

/** The page is drawn: its heading stands, nothing loads any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('.cad-skeleton').count(), { timeout: 20_000 }).toBe(0);
}

async function findings(page: Page): Promise<readonly string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(await axeViolations(page)),
    ...(wide > 1 ? [`the page is ${wide} px wider than the window`] : []),
    ...((await page.locator('h1').count()) === 1 ? [] : ['the page has not one heading']),
    ...((await page.locator('.cad-error-card').count()) === 0 ? [] : ['a block failed']),
  ];
}

describe('every screen', () => {
  for (const { dark, width } of [
    { dark: false, width: 1280 },
    { dark: true, width: 768 },
  ]) {
    it(`is without fault (${dark ? 'dark' : 'light'}, ${width} wide)`, async () => {
      const { page, context, complaints } = await watchedPage(browser, {
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
      });
      const faults: string[] = [];
      await page.goto(`${app.url}/app/login`);
      await settled(page);
      for (const line of await findings(page)) faults.push(`/app/login: ${line}`);
      await signIn(page, app.url, 'admin', app.password);
      for (const path of paths) {
        await page.goto(`${app.url}${path}`);
        await settled(page);
        for (const line of await findings(page)) faults.push(`${path}: ${line}`);
        const tabs = await page.getByRole('tab').all();
        for (const tab of tabs.slice(1)) {
          await tab.click();
          await settled(page);
          for (const line of await findings(page))
            faults.push(`${path} › ${await tab.textContent()}: ${line}`);
        }
        const filters = page.getByRole('button', { name: 'Filters' });
        if ((await filters.count()) === 1) {
          await filters.click();
          await page.waitForLoadState('networkidle');
          for (const line of await findings(page)) faults.push(`${path} › filters: ${line}`);
        }
        expect(await page.title(), path).toMatch(/^Cadastre - ./);
      }
      expect([...faults, ...complaints]).toEqual([]);
      await context.close();
    }, 600_000);
  }
});
