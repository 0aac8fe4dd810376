// Every input in a real browser under the policy of the application: typed, picked, by keyboard alone, dark and narrow.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'";
const types: { readonly [ending: string]: string } = { '.js': 'text/javascript', '.css': 'text/css' };
const entry = 'tests/blocks/form/widgets-page.tsx';
const shots = process.env.CADASTRE_SHOTS;

let folder: string;
let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadastre-inputs-'));
  // The runner's own mode would bundle React's development build.
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, manifest: true, rollupOptions: { input: entry } },
  });
  process.env.NODE_ENV = mode;
  const manifest: { [file: string]: { file: string; css?: string[] } } = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const page = manifest[entry];
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Inputs</title><link rel="icon" href="data:,">
${(page?.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>
<body><div id="root"></div><script type="module" src="/${page?.file}"></script></body></html>`;
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    response.setHeader('content-security-policy', policy);
    try {
      if (path === '/') response.setHeader('content-type', 'text/html').end(html);
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

async function open(width = 1280, dark = false) {
  const watched = await watchedPage(browser, { viewport: { width, height: 900 } });
  const { page } = watched;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(address);
  if (dark)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
      document.body.classList.add('bp6-dark');
    });
  await page.getByLabel('Year', { exact: true }).waitFor();
  return { ...watched, loaded };
}

const field = (page: Page, name: string) =>
  page.locator('input, select').and(page.getByLabel(name, { exact: true }));
const held = async (page: Page, name: string): Promise<unknown> =>
  JSON.parse((await page.locator(`[data-held="${name}"]`).textContent()) ?? 'null');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function type(page: Page, name: string, text: string): Promise<string> {
  const input = field(page, name);
  await input.fill('');
  await input.pressSequentially(text);
  await input.blur();
  return input.inputValue();
}

describe('an input in a browser', () => {
  it('takes areas, amounts and days in the specification’s forms', async () => {
    const { page, context, complaints } = await open();
    expect(await type(page, 'Area', '2.5 ha')).toBe('2.5 ha');
    expect(await held(page, 'Area')).toEqual({ m2: 25000, unit: 'H' });
    expect(await type(page, 'Area', '1012.3456')).toBe('1,012.346 m²');
    expect(await held(page, 'Area')).toEqual({ m2: 1012.346, unit: 'M' });
    expect(await type(page, 'Area', '0.12345678ha')).toBe('0.1234568 ha');
    expect(await type(page, 'Area', '2 acres')).toBe('2 acres');
    expect(await held(page, 'Area')).toBeNull();
    await page.getByText('This is not an area.').waitFor();

    expect(await type(page, 'Price', '1250000')).toBe('$1,250,000');
    expect(await held(page, 'Price')).toBe(1250000);

    for (const text of ['05-Mar-2024', '2024-03-05', '05/03/2024', '5-Mar-2024', '05032024']) {
      expect(await type(page, 'Day', text)).toBe('05-Mar-2024');
      expect(await held(page, 'Day')).toBe('2024-03-05');
    }
    await type(page, 'Day', '5.3.2024');
    await page.getByText('Invalid date', { exact: true }).waitFor();

    for (const name of ['Areas', 'Prices']) {
      await field(page, `${name} from`).fill('10');
      await field(page, `${name} to`).fill('5');
      await page.getByText('Max value must be >= min value').waitFor();
      await field(page, `${name} to`).fill('20');
      await field(page, `${name} from`).fill('30');
      await page.getByText('Min value must be <= max value').waitFor();
      await field(page, `${name} from`).fill('');
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('writes upper case with the caret where it was', async () => {
    const { page, context } = await open();
    const upper = field(page, 'Upper');
    await upper.pressSequentially('lot 7');
    await upper.press('Home');
    await upper.pressSequentially('old ');
    await expect.poll(() => upper.inputValue()).toBe('OLD LOT 7');
    expect(await held(page, 'Upper')).toBe('OLD LOT 7');
    await context.close();
  });

  it('picks a day by keyboard alone from a calendar that loads when it is opened', async () => {
    const { page, context, complaints, loaded } = await open();
    expect(loaded.filter((url) => url.includes('calendar'))).toEqual([]);
    const day = field(page, 'Day');
    await day.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar: Day' });
    await calendar.waitFor();
    expect(loaded.some((url) => url.includes('calendar'))).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('28');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    expect(await held(page, 'Day')).toBe('2024-03-01');
    expect(await focused(page)).toBe('day');
    await expect.poll(() => day.inputValue()).toBe('01-Mar-2024');
    await day.press('Alt+ArrowDown');
    await calendar.waitFor();
    await calendar.getByRole('combobox', { name: /Year/ }).selectOption('1999');
    expect(await held(page, 'Day')).toBe('2024-03-01');
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('day');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows the calendar above a dialog, which stays when the calendar is left', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await page.getByRole('dialog', { name: 'Loan' }).getByRole('button', { name: 'Calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendar: Due' });
    await calendar.getByRole('gridcell', { name: '14' }).click();
    expect(await held(page, 'Due')).toBe('2024-02-14');
    await field(page, 'Due').press('Alt+ArrowDown');
    await calendar.waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('dialog', { name: 'Loan' }).isVisible()).toBe(true);
    await context.close();
  });

  it('fills a range of days by each of the presets', async () => {
    const { page, context } = await open();
    const preset = field(page, 'Days preset');
    await expect
      .poll(() => preset.locator('option').allTextContents())
      .toEqual([
        ...['Custom range', 'Last month', 'This month', 'Last week', 'This week', 'Yesterday', 'Today'],
        ...['Last 3 months', 'Last 6 months', 'Last 12 months'],
      ]);
    for (const [name, days] of [
      ['Last 3 months', ['2024-01-01', '2024-03-31']],
      ['Last month', ['2024-02-01', '2024-02-29']],
      ['This month', ['2024-03-01', '2024-03-31']],
      ['Last week', ['2024-03-18', '2024-03-24']],
      ['This week', ['2024-03-25', '2024-03-31']],
      ['Yesterday', ['2024-03-30', '2024-03-30']],
      ['Today', ['2024-03-31', '2024-03-31']],
    ] as const) {
      await preset.selectOption(name);
      expect(await held(page, 'Days')).toEqual(days);
    }
    await field(page, 'Days to').fill('01/01/2024');
    await page.getByText('The last date must not be before the first').waitFor();
    await expect.poll(() => preset.locator('option:checked').textContent()).toBe('Custom range');
    await context.close();
  });

  it('says what a picker does not have, and takes days, months, trends and people by typing', async () => {
    const { page, context } = await open();
    await field(page, 'Nothing').click();
    await page.getByText('No items', { exact: true }).waitFor();
    for (const name of ['Genre', 'Genres', 'Shelf', 'District', 'Reader']) {
      await field(page, name).fill('zzz');
      await page.getByText('No matches', { exact: true }).waitFor();
      await field(page, name).press('Escape');
    }
    for (const [name, text, value] of [
      ['Day of month', '31', '31'],
      ['Month', 'feb', '02'],
      ['Trend', '-5', '-5'],
      ['Reader', 'ann', '3'],
    ] as const) {
      await field(page, name).fill(text);
      await field(page, name).press('Enter');
      expect(await held(page, name)).toBe(value);
    }
    await expect.poll(() => field(page, 'Trend').inputValue()).toBe('−5 Very strong decrease');
    await context.close();
  });

  it.each([false, true])('has no axe violation and stays in its width (dark %s)', async (dark) => {
    for (const width of [1280, 360]) {
      const { page, context, complaints } = await open(width, dark);
      await type(page, 'Area', '2 acres');
      for (const name of ['Day', 'Trend']) {
        const input = field(page, name);
        await input.scrollIntoViewIfNeeded();
        if (name === 'Day') {
          await input.press('Alt+ArrowDown');
          await page.getByRole('gridcell', { name: '15' }).waitFor();
        } else await input.click();
        expect(await axeViolations(page, 'always')).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (shots)
          await page.screenshot({
            path: join(shots, `inputs-${name}-${width}-${dark ? 'dark' : 'light'}.png`),
          });
        await page.keyboard.press('Escape');
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
