// The chart in a real browser under the policy of the application.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { codes, fields, linkedCharts, rows } from './charts.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'";
const types: { readonly [ending: string]: string } = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};
const entry = 'tests/blocks/chart/chart-page.tsx';

let folder: string;
let server: Server;
let browser: Browser;
let address: string;

async function serve(): Promise<void> {
  const manifest: { [file: string]: { file: string; css?: string[] } } = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const page = manifest[entry];
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Charts</title><link rel="icon" href="data:,">
${(page?.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>
<body><div id="root"></div><script type="module" src="/${page?.file}"></script></body></html>`;
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    response.setHeader('content-security-policy', policy);
    if (path === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(html);
      return;
    }
    readFile(join(folder, path)).then(
      (file) => {
        response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
        response.end(file);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadastre-charts-'));
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
  await serve();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  await rm(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** Console errors, page errors and policy violations. */
  readonly wrongs: string[];
}

async function open(width = 1280): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const wrongs: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()));
  page.on('pageerror', (error) => wrongs.push(error.message));
  const { blocks } = linkedCharts();
  await page.addInitScript(
    (charts) => {
      Object.assign(window, { charts, violations: [] });
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation ${event.violatedDirective} ${event.blockedURI}`),
      );
    },
    { blocks, codes, source: { fields, rowKey: 'id', value: rows(90) } },
  );
  await page.goto(address);
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-state="drawn"]').length === count,
    blocks.length,
  );
  return { page, wrongs };
}

const barsOf = (page: Page, id: string) => page.locator(`#${id} .mark-rect path`);

describe('charts in a browser', () => {
  it('links every example without a finding', () => {
    expect(linkedCharts().findings).toEqual([]);
  });

  it('draws every mark under a policy without eval and without a violation', async () => {
    const { page, wrongs } = await open();
    await expect.poll(() => page.locator('#scatter .mark-symbol path').count()).toBeGreaterThanOrEqual(90);
    await expect.poll(() => barsOf(page, 'histogram').count()).toBeGreaterThan(5);
    await expect.poll(() => page.locator('#months .mark-line path').count()).toBeGreaterThanOrEqual(3);
    await expect.poll(() => page.locator('#scatter').textContent()).toContain('Upper bound 1.03');
    await expect.poll(() => page.locator('#scatter').textContent()).toContain('Price ($)');
    await expect.poll(() => page.locator('#bars').textContent()).toContain('North');
    if (process.env.CHART_SHOTS)
      await page.screenshot({ path: join(process.env.CHART_SHOTS, 'light.png'), fullPage: true });
    expect(wrongs).toEqual([]);
    await page.close();
  });

  it('is as wide as its place and follows it, at the same height', async () => {
    const { page } = await open();
    const sizeOf = () => page.locator('#scatter svg').evaluate((svg) => [svg.clientWidth, svg.clientHeight]);
    const [wide = 0, height] = await sizeOf();
    expect(wide).toBeGreaterThan(1100);
    const heights = await page
      .locator('svg')
      .evaluateAll((all) =>
        all.filter((svg) => !svg.closest('#panels, #places, #shelves')).map((svg) => svg.clientHeight),
      );
    expect(new Set(heights)).toEqual(new Set([height]));
    await page.setViewportSize({ width: 700, height: 900 });
    await page.waitForFunction(() => (document.querySelector('#scatter svg')?.clientWidth ?? 0) < 700);
    expect((await sizeOf())[1]).toBe(height);
    await page.waitForFunction(() => (document.querySelector('#panels svg')?.clientWidth ?? 9999) <= 700);
    await page.close();
  });

  it('names eight colours at most beside the chart, and leaves a group out and draws it again', async () => {
    const { page } = await open();
    const names = page.locator('#shelves').getByRole('list', { name: 'Shelf', exact: true });
    await expect.poll(() => names.getByRole('button').count()).toBe(8);
    await expect.poll(() => names.getByRole('button').last().textContent()).toContain('7 others');
    const marks = page.locator('#shelves .role-mark.mark-symbol path');
    const colours = () =>
      marks.evaluateAll((all) => [...new Set(all.map((mark) => mark.getAttribute('stroke')))].toSorted());
    await expect.poll(async () => (await colours()).length).toBe(8);
    const before = await colours();
    const first = names.getByRole('button').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => first.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(async () => (await colours()).length).toBe(7);
    expect(before).toEqual(expect.arrayContaining(await colours()));
    await first.focus();
    await page.keyboard.press('Enter');
    await expect.poll(colours).toEqual(before);
    await page.close();
  });

  it('tells the record of a point in a tooltip of text and hands its row to the actions', async () => {
    const { page } = await open();
    // A point that no other one covers.
    const at = await page.locator('#scatter').evaluate((chart) => {
      const free = [...chart.querySelectorAll('.role-mark.mark-symbol path')].find((path) => {
        const { x, y, width, height } = path.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === path;
      });
      const box = free?.getBoundingClientRect();
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
    });
    await page.mouse.move(at.x, at.y);
    const tooltip = page.locator('.cad-chart-tooltip');
    await tooltip.waitFor();
    await expect.poll(() => tooltip.textContent()).toMatch(/Loan10\d\d/);
    await page.mouse.click(at.x, at.y);
    const picked = await page.evaluate(
      () => (window as unknown as { picked: { id: number; branch: string }[] }).picked,
    );
    expect(picked[0]?.id).toBeGreaterThanOrEqual(1000);
    expect(['N', 'S', 'W']).toContain(picked[0]?.branch);
    await page.close();
  });

  it('hands the code, not the label, of a group of rows to the actions', async () => {
    const { page } = await open();
    await barsOf(page, 'bars').first().click({ force: true });
    const picked = await page.evaluate(
      () => (window as unknown as { picked: { branch: string; year: number }[] }).picked,
    );
    expect(picked).toHaveLength(1);
    expect(['N', 'S', 'W']).toContain(picked[0]?.branch);
    expect(picked[0]?.year).toBeGreaterThanOrEqual(2017);
    await page.close();
  });

  it('takes the colours of the dark theme when it changes', async () => {
    const { page, wrongs } = await open();
    const before = await barsOf(page, 'histogram').first().getAttribute('fill');
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await page.waitForFunction((old) => {
      const fill = document.querySelector('#histogram .mark-rect path')?.getAttribute('fill');
      return fill && fill !== old;
    }, before);
    await expect.poll(() => barsOf(page, 'histogram').first().getAttribute('fill')).toBe('#56b4e9');
    if (process.env.CHART_SHOTS)
      await page.screenshot({ path: join(process.env.CHART_SHOTS, 'dark.png'), fullPage: true });
    // On paper it is light again, marks and words, until the screen is looked at again.
    const colours = () =>
      page.evaluate(() => [
        document.querySelector('#histogram .mark-rect path')?.getAttribute('fill'),
        document.querySelector('#histogram .role-axis-title text')?.getAttribute('fill'),
      ]);
    const tell = (name: string) =>
      page.evaluate((event) => window.dispatchEvent(new Event(event)), name).then(colours);
    expect(await tell('beforeprint')).toEqual(['#0072b2', '#1c2127']);
    expect(await tell('afterprint')).toEqual(['#56b4e9', '#edeff2']);
    expect(wrongs).toEqual([]);
    await page.close();
  });

  it('offers a table that says the same, reached and used by keyboard', async () => {
    const { page } = await open();
    const button = page.locator('#scatter').getByRole('button', { name: 'Show as' });
    await button.focus();
    await page.keyboard.press('Enter');
    const table = page.locator('#scatter table');
    await table.waitFor();
    await expect.poll(() => table.locator('tbody tr').count()).toBe(90);
    await expect.poll(() => table.locator('tbody tr').first().textContent()).toContain('North');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => (window as unknown as { picked: { id: number }[] }).picked[0]?.id)).toBe(
      1000,
    );
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('#scatter [data-state="drawn"]').waitFor();
    await page.close();
  });

  it('can be taken away as PNG and as SVG, on the colour of the page', async () => {
    const { page, wrongs } = await open();
    const taken = async (format: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .locator('#scatter')
          .getByRole('button', { name: new RegExp(`Download .* as ${format}`) })
          .click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^[a-z0-9-]+\\.${format.toLowerCase()}$`));
      return readFile(await download.path());
    };
    const png = await taken('PNG');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const shown = await page.locator('#scatter svg').evaluate((svg) => svg.clientWidth);
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(shown * 2);
    const svg = (await taken('SVG')).toString('utf8');
    expect(svg).toMatch(/^<svg/);
    expect(svg).toContain('Price ($)');
    expect(svg.match(/<path /g)?.length ?? 0).toBeGreaterThanOrEqual(90);
    expect(wrongs).toEqual([]);
    await page.close();
  });

  it('has no accessibility violation, as chart and as table, light and dark', async () => {
    const { page } = await open();
    const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');
    await page.locator('#ticks').getByRole('button', { name: 'Show as' }).click();
    await page.locator('#ticks table').waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(found).toEqual([]);
    }
    await page.close();
  });
});
