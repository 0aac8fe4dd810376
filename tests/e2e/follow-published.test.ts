import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { envelope } from '#tests/support/http.ts';

let app: Application;
let browser: Browser;
let token = '';

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `JWT ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: envelope(body) } : {}),
  });
  const json = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${JSON.stringify(json)}`);
  return json;
}

async function publish(path: string, change: (text: string) => string): Promise<void> {
  const definition = await call('GET', `/studio/definition?path=${path}`);
  const text = change(definition.text);
  expect(text).not.toBe(definition.text);
  const draft = await call('PUT', '/studio/draft', { path, text, version: null });
  const { base_hash } = definition;
  await call('POST', '/studio/publish', { path, draft_version: draft.version, base_hash, note: 'A test' });
}

/** What the browser tells a page whose tab or window is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  token = (await call('POST', '/app/login', { username: 'admin', password: app.password })).token;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('an open page and what is published', () => {
  it('takes up at once what any answer tells to be published, with menu and typed text', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/sale/2');
    await page.getByLabel('Purpose').waitFor();
    await publish('screens/sale/record.json', (text) =>
      text.replace('"title": "Sale {params.id}"', '"title": "Deal {params.id}"'),
    );
    await publish('screens/menu.json', (text) => text.replace(/"title": "Sales"/, '"title": "Deals"'));
    // What is typed is kept on the server soon after; the answer to that tells.
    await page.getByLabel('Purpose').fill('HALF TYPED');
    await page.getByRole('heading', { level: 1, name: 'Deal 2' }).waitFor();
    await page.getByRole('link', { name: 'Deals', exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Purpose').inputValue()).toBe('HALF TYPED');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks by the tag of what it knows, so that nothing is sent when nothing changed', async () => {
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/definitions'));
    await page.waitForTimeout(5_100);
    await lookAgain(page);
    await (await answered).finished();
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry): entry is PerformanceResourceTiming =>
            entry instanceof PerformanceResourceTiming && entry.name.endsWith('/api/definitions'),
        )
        .map(({ transferSize, encodedBodySize }) => ({ transferSize, encodedBodySize })),
    );
    const last = sizes.at(-1);
    expect(last?.encodedBodySize).toBeGreaterThan(1_000);
    expect(last?.transferSize).toBeLessThan(1_000);
    await context.close();
  });
});
