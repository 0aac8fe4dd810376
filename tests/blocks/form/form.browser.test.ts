// Forms and searches in a real browser under the policy of the application: rjsf with validators compiled ahead, no eval.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validatorModule } from '#server/definitions/validator-module.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { fieldsOfLarge, largeRecord, prepareBooks } from './books.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'";
const types: { readonly [ending: string]: string } = { '.js': 'text/javascript', '.css': 'text/css' };
const entry = 'tests/blocks/form/form-page.tsx';
const prepared = prepareBooks();
const shots = process.env.CADASTRE_SHOTS;

let folder: string;
let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadastre-forms-'));
  // The runner's own mode would bundle React's development build.
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    // As the application is built, but for its names: they are never read, and shortening them takes a while.
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: { input: entry },
    },
  });
  process.env.NODE_ENV = mode;
  const manifest: { [file: string]: { file: string; css?: string[] } } = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const page = manifest[entry];
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Books</title><link rel="icon" href="data:,">
${(page?.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>
<body><div id="root"></div><script type="module" src="/${page?.file}"></script></body></html>`;
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    response.setHeader('content-security-policy', policy);
    const hash = /^\/api\/definitions\/validators\/(\w+)\.js$/.exec(path)?.[1];
    const schema = prepared.validators.get(hash ?? '');
    try {
      if (path === '/') response.setHeader('content-type', 'text/html').end(html);
      else if (schema)
        response.setHeader('content-type', 'text/javascript').end(await validatorModule(schema));
      else {
        const file = await readFile(join(folder, path));
        response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(file);
      }
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  await rm(folder, { recursive: true, force: true });
});

const book = { id: 7, version: 3, title: 'Emma', genre: 'N', pages: 300, price: 20, lent: false };

const kept = {
  hash: 'a',
  list: 'books',
  text: 'Title contains a rather long word such as incomprehensibilities; Pages is between 100 and 2,000.',
  name: null,
  favourite: false,
  searchType: 'simple',
  criteria: [{ fld: 'title', op: 'contains', val: 'incomprehensibilities' }],
  used_at: '2022-07-01T00:00:00Z',
};
const starred = { ...kept, hash: 'b', name: 'Long words', favourite: true };
const offer = {
  'draft.get': { draft: { values: { reader: 'Ann' }, base_version: null, saved_at: '2022-07-01T00:00:00Z' } },
};
const answers = {
  'search.recent': { items: [kept] },
  'search.favourites': { items: [starred] },
};

async function open(screenId: string, record: object = book, width = 1280, dark = false) {
  const screen = prepared.screens.find(({ id }) => id === screenId);
  const { page, complaints, context } = await watchedPage(browser, { viewport: { width, height: 800 } });
  await page.addInitScript(
    (drawn) => {
      Object.assign(window, { drawn });
    },
    {
      blocks: screen?.blocks ?? [],
      codes: screen?.codes ?? {},
      record,
      answers: screenId === 'example/form' ? { ...answers, ...offer } : answers,
    },
  );
  await page.goto(address);
  if (dark)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
  await page.locator('form input').first().waitFor();
  return { page, complaints, context };
}

/** The order's form with lines, a fault in one, an offer of unsaved text and a warning. */
async function fillOrder(page: Page): Promise<void> {
  const order = page.getByRole('form', { name: /Order books/ });
  await order.getByText(/You have unsaved changes of/).waitFor();
  for (const title of ['A title that is long enough to be cut in a narrow column', 'Emma']) {
    await order.getByRole('button', { name: 'Add a book' }).click();
    await page.keyboard.type(title);
  }
  await order.getByRole('textbox', { name: 'Copies line 1' }).fill('9');
  await order.getByRole('textbox', { name: 'Price line 1' }).fill('12');
  await order.getByRole('button', { name: 'Order' }).click();
  await order.getByRole('alert').waitFor();
}

const asked = (page: Page) => page.evaluate(() => window.asked);

describe('a form in a browser', () => {
  it('is linked without a finding', () => {
    expect(prepared.diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  it('is filled in, refused and saved by keyboard alone, without a violation', async () => {
    const { page, complaints, context } = await open('book/edit');
    await page.getByLabel('Title').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Persuasion');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('poe');
    // A person sees the choice before they take it, and where they are before they type.
    const poetry = page.getByRole('option', { name: /^Poe/ });
    await poetry.waitFor();
    await page.keyboard.press('Enter');
    await poetry.waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('pages');
    await page.keyboard.type('0');
    await page.keyboard.press('Control+S');
    const summary = page.getByRole('alert');
    await summary.waitFor();
    await expect.poll(() => summary.textContent()).toContain('Pages must be 1 or more.');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('pages');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1,200');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByLabel('Published').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('29/02/2020');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await asked(page)).length).toBe(1);
    const [first] = await asked(page);
    expect(first?.extra?.form).toEqual({
      version: 3,
      title: 'Persuasion',
      genre: 'P',
      pages: 1200,
      lent: true,
      published: '2020-02-29',
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['book/edit', false],
    ['book/edit', true],
    ['book/search', false],
    ['book/search', true],
    ['example/form', false],
    ['example/form', true],
  ])('%s has no axe violation and stays in its width (dark %s)', async (id, dark) => {
    const { page, complaints, context } = await open(id, { ...book, lent: true, pages: 0 }, 1280, dark);
    if (id === 'book/edit') {
      await page.getByLabel('Title').fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('combobox', { name: 'Genre' }).click();
    } else if (id === 'book/search') {
      await page.getByRole('button', { name: 'Make full' }).click();
      await page.getByRole('button', { name: 'Rename: Long words' }).click();
    } else await fillOrder(page);
    // 640 is a window of 1280 at 200 %.
    for (const width of [1280, 768, 640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      expect(await axeViolations(page, width === 1280 || width === 360 ? 'always' : undefined)).toEqual([]);
      if (shots)
        await page.screenshot({
          path: join(shots, `${id.replace('/', '-')}-${width}-${dark ? 'dark' : 'light'}.png`),
        });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('takes lines by keyboard alone: added, filled, moved, removed, sent with what is computed', async () => {
    const { page, complaints, context } = await open('example/form');
    const order = page.getByRole('form', { name: /Order books/ });
    await order.getByRole('button', { name: 'Discard' }).press('Enter');
    await order.getByRole('textbox', { name: 'Reader' }).fill('Ann');
    const add = order.getByRole('button', { name: 'Add a book' });
    for (const [title, copies, price] of [
      ['Emma', '2', '10'],
      ['Persuasion', '1', '30'],
      ['Lost', '1', '1'],
    ]) {
      await add.press('Enter');
      await page.keyboard.type(title ?? '');
      await page.keyboard.press('Tab');
      await page.keyboard.type(copies ?? '');
      await page.keyboard.press('Tab');
      await page.keyboard.type(price ?? '');
    }
    await order.getByRole('button', { name: 'Remove line 3' }).press('Enter');
    await order.getByRole('textbox', { name: 'Title line 2' }).focus();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect
      .poll(() => order.getByRole('textbox', { name: 'Title line 1' }).inputValue())
      .toBe('Persuasion');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toMatch(/title$/);
    await expect.poll(() => order.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('$50');
    await page.keyboard.press('Control+S');
    await expect.poll(async () => (await asked(page)).length).toBe(1);
    const [first] = await asked(page);
    expect(first?.extra?.form).toMatchObject({
      reader: 'Ann',
      total: 50,
      books: [
        { title: 'Persuasion', copies: 1, price: 30, cost: 30 },
        { title: 'Emma', copies: 2, price: 10, cost: 20 },
      ],
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens a folded section by keyboard', async () => {
    const { page, context } = await open('example/form');
    const fold = page.getByRole('button', { name: 'Note' });
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
    await fold.press('Enter');
    await page.getByRole('textbox', { name: 'Note' }).waitFor();
    await context.close();
  });

  it('mounts sections when they come near, and checks them all when saved', async () => {
    const { page, context } = await open('large', largeRecord);
    await page.locator('[data-field="f0"]').waitFor();
    const mounted = () => page.locator('[data-field]').count();
    expect(await mounted()).toBeLessThan(fieldsOfLarge);
    await page.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded();
    await expect.poll(mounted).toBeGreaterThan(fieldsOfLarge / 2);
    await context.close();
  });

  it('draws only the field that is typed in and those that read it', async () => {
    const { page, complaints, context } = await open('large', largeRecord);
    for (let s = 0; s < 5; s++)
      await page.getByText(`Section ${s}`, { exact: true }).scrollIntoViewIfNeeded();
    await page.locator(`[data-field="f${fieldsOfLarge - 1}"] input`).waitFor();
    await page.evaluate(() => {
      const changed = new Set<string>();
      Object.assign(window, { changed });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const field = element?.closest('[data-field]');
          if (field) changed.add(field.getAttribute('data-field') ?? '');
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const input = page.locator('[data-field="f1"] input');
    await input.focus();
    await page.keyboard.press('End');
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const script = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
    };
    const times: number[] = [];
    for (let i = 0; i < 40; i++) {
      const before = await script();
      await page.keyboard.press(i % 2 === 0 ? '7' : 'Backspace');
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      times.push((await script()) - before);
    }
    times.sort((a, b) => a - b);
    console.log(
      `150 fields, script per key: median ${times[20]?.toFixed(1)} ms, p95 ${times[37]?.toFixed(1)} ms`,
    );
    expect(
      await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed].sort()),
    ).toEqual(['f1', 'f6']);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
