import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesAllowed, measureBytes } from '#scripts/bench/bytes.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { root } from '#tests/support/database-server.ts';

let app: Application;
let browser: Browser;

beforeAll(async () => {
  app = await startApplication();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('the JavaScript that a page takes in', () => {
  it('stays within its budget until a sign-in can be submitted, and on a report page', async () => {
    const { signIn, report } = await measureBytes(app, browser);
    // Less than this is no application: the count itself would be wrong.
    expect(signIn.gzip).toBeGreaterThan(50_000);
    expect(report.gzip).toBeGreaterThan(signIn.gzip);
    expect(signIn.gzip).toBeLessThanOrEqual(bytesAllowed.signIn);
    expect(report.gzip).toBeLessThanOrEqual(bytesAllowed.report);
  });

  it('has leaflet on pages with a map alone', () => {
    const folder = join(root, 'dist/client/assets');
    const chunks = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
    // Its mark on everything that it makes.
    const [map, ...others] = chunks.filter(({ text }) => text.includes('_leaflet_id'));
    expect([map?.name, others]).toEqual([expect.stringMatching(/^map-/), []]);
    // No other part takes the map's part in before a screen asks for a map: that is a call of `import` with its name alone.
    const file = (map?.name ?? '').replaceAll('.', '\\.');
    const atOnce = new RegExp(`(?:\\bfrom|\\bimport)\\s*["'\`](?:\\./|assets/)?${file}`);
    const named = chunks.filter(({ text }) => text.includes(map?.name ?? ''));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ text }) => atOnce.test(text)).map(({ name }) => name)).toEqual([]);
    expect(readFileSync(join(root, 'dist/client/index.html'), 'utf8')).not.toContain(map?.name);
  });
});
