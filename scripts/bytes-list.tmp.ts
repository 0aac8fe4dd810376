import { readFileSync, existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startTestServer } from '#tests/support/database-server.ts';
const server = await startTestServer();
const app = await startApplication({ server: server.info });
const browser = await launchBrowser();
const page = await (await browser.newContext()).newPage();
const seen: [string, number][] = [];
page.on('response', async (r) => { if (/javascript/.test(r.headers()['content-type'] ?? '')) seen.push([r.url().replace(/.*\//, ''), gzipSync(await r.body()).length]); });
await page.goto(`${app.url}/app/login`);
await page.getByLabel('User name').fill('admin');
await page.getByLabel('Password').fill('typed');
await page.waitForLoadState('networkidle');
for (const [n, s] of seen.sort((a, b) => b[1] - a[1])) {
  const map = `dist/client/assets/${n}.map`;
  let what = '';
  if (existsSync(map)) { const m = JSON.parse(readFileSync(map, 'utf8')); what = m.sources.map((x: string) => x.replace(/.*node_modules\//, '~').replace(/^(\.\.\/)+/, '')).filter((x: string) => x.startsWith('src')).join(' ').slice(0, 420); }
  console.log(s, n, what);
}
await browser.close(); await app.stop();  process.exit(0);
