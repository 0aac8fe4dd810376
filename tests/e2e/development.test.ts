import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, printed, signIn } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

const folder = temporaryFolder('development');
let database: TestDatabase;
let dev: ChildProcess;
let port = 0;
let browser: Browser;
let url = '';
let password = '';
let text = '';

/** A checkout of its own, so that the repository's definitions stay untouched. */
function copyCheckout(): string {
  const copy = join(folder.path, 'checkout');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  })
    .toString('utf8')
    .split('\0')
    .filter(
      (file) =>
        /^(?:src|server|screens|schemas|scripts|public|docs\/help)\/|^[^/]+$/.test(file) && file !== '',
    );
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

let copy = '';
const definition = () => join(copy, 'screens/report/pricebands.json');
const query = () => join(copy, 'screens/report/pricebands.sql');

function writeReport(change: (definition: Record<string, unknown>) => void = () => undefined): void {
  const report = {
    $schema: '../../schemas/meta/screen.schema.json',
    format: 1,
    id: 'report/pricebands',
    route: '/report/pricebands/:dst',
    title: 'Price bands {params.dst}',
    needs: 'repoV',
    group: 'stat',
    summary: 'How many sales lie in each band of a hundred thousand?',
    dataset: true,
    params: [
      { id: 'dst', in: 'route', entity: 'district' },
      { id: 'place', title: 'Suburb contains' },
    ],
    data: { rows: { sql: 'pricebands' } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'band',
        columns: [
          { id: 'band', title: 'Band', format: 'currency' },
          { id: 'sales', title: 'Sold', tone: "row.sales > 100.0 ? 'good' : 'none'" },
        ],
      },
    ],
  };
  change(report);
  writeFileSync(definition(), JSON.stringify(report, null, 2));
}

const sql = `select (purchase_price / 100000) * 100000 as band, count(*)::integer as sales
from sale
where district_code = any(:districts::text[])
  and (:place::text is null or suburb ilike '%' || :place::text || '%')
group by 1
`;

beforeAll(async () => {
  copy = copyCheckout();
  database = await createTestDatabase({ demo: true });
  port = await freePort();
  const pagePort = await freePort();
  dev = spawn(process.execPath, [join(copy, 'scripts/dev.mjs'), '--empty'], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(port),
      DEV_PORT: String(pagePort),
      DATABASE_URL: database.url,
      CADASTRE_DATA: join(folder.path, 'data'),
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  await printed(dev, () => text, /serves http/);
  // Vite may colour the address, so its label is waited for.
  await printed(dev, () => text, /Local/);
  password = /^\s+admin\s+(\S+)/m.exec(text)?.[1] ?? '';
  url = `http://127.0.0.1:${pagePort}`;
  browser = await launchBrowser();
}, 180_000);

async function end(): Promise<void> {
  if (!dev || dev.exitCode !== null || dev.signalCode !== null) return;
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
}

afterAll(async () => {
  await browser?.close();
  await end();
  await database?.drop();
  rmSync(folder.path, { recursive: true, force: true });
});

/** Whether a message stands over what is told of the mistake. */
const covered = () => {
  const [told, messages] = ['#cad-definition-problems', '.cad-snackbars'].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect(),
  );
  return Boolean(told && messages && messages.height > 0 && messages.bottom > told.top);
};

describe('npm run dev', () => {
  it('says where to look, and serves what a page needs at addresses of several segments', async () => {
    await printed(dev, () => text, /Open http/);
    expect(text).toContain(`Open ${url}/ in the browser.`);
    const html = await (await fetch(`${url}/report/stat/all`)).text();
    const own = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(own).toContain('/boot.js');
    expect(own.filter((path) => !path?.startsWith('/'))).toEqual([]);
  });

  it('draws a new report, keeps what is typed over its edits, tells mistakes with their place and forgets it', async () => {
    const { page, context } = await watchedPage(browser);
    await signIn(page, url, 'admin', password);
    await page.goto(`${url}/report/stat`);
    await page.getByRole('link', { name: 'Median sales', exact: true }).waitFor();

    const written = Date.now();
    writeFileSync(query(), sql);
    writeReport();
    await page.getByRole('link', { name: 'Price bands' }).waitFor();
    console.log(`A new report was listed after ${Date.now() - written} ms.`);
    await page.goto(`${url}/report/pricebands/all`);
    await page.getByRole('columnheader', { name: 'Sold' }).waitFor();

    await page.getByRole('button', { name: 'Filters' }).click();
    const filter = page.getByLabel('Suburb contains');
    await filter.fill('AR');
    await expect.poll(() => page.url()).toContain('place=AR');
    const scroller = page.locator('[role=grid] [role=rowgroup]').nth(1);
    const scrollTop = () => scroller.evaluate((element) => element.scrollTop);
    await scroller.evaluate((element) => {
      element.scrollTop = 140;
    });
    const place = await scrollTop();
    expect(place).toBeGreaterThan(0);
    writeReport((report) => Object.assign(report, { title: 'Bands of prices {params.dst}' }));
    await page.getByRole('heading', { name: 'Bands of prices' }).waitFor();
    expect(await scrollTop()).toBe(place);
    await filter.pressSequentially('RA');
    const edited = Date.now();
    writeReport((report) => {
      const [grid] = report.blocks as { columns: { title: string }[] }[];
      if (grid?.columns[1]) grid.columns[1].title = 'Number sold';
    });
    await page.getByRole('columnheader', { name: 'Number sold' }).waitFor();
    console.log(`An edit was drawn after ${Date.now() - edited} ms.`);
    await expect.poll(() => filter.inputValue()).toBe('ARRA');

    const findings = page.locator('#cad-definition-problems');
    const mistakes: readonly (readonly [(report: Record<string, unknown>) => void, string, RegExp])[] = [
      [
        (report) => Object.assign(report, { sumary: 'x' }),
        sql,
        /pricebands\.json:\d+:\d+ error unknown-key .*sumary/,
      ],
      [
        () => undefined,
        sql.replace('count(*)::integer as sales', 'count(*)::integer as sale'),
        /pricebands\.json:\d+:\d+ error \S+ .*sales/,
      ],
      [
        (report) => {
          const [grid] = report.blocks as { columns: Record<string, unknown>[] }[];
          Object.assign(grid?.columns[1] ?? {}, { tone: "row.sold > 100.0 ? 'good' : 'none'" });
        },
        sql,
        /pricebands\.json:\d+:\d+ error \S+ .*sold/,
      ],
    ];
    for (const [change, text, finding] of mistakes) {
      writeFileSync(query(), text);
      writeReport(change);
      await expect.poll(() => findings.textContent().catch(() => ''), { timeout: 15_000 }).toMatch(finding);
      expect(await page.evaluate(covered)).toBe(false);
      writeFileSync(query(), sql);
      writeReport();
      await expect.poll(() => findings.count(), { timeout: 15_000 }).toBe(0);
      await page.getByRole('columnheader', { name: 'Sold' }).waitFor();
    }

    rmSync(definition());
    rmSync(query());
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${url}/report/stat`);
    await page.getByRole('link', { name: 'Median sales', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Price bands' }).count()).toBe(0);
    expect(readFileSync(join(root, 'screens/report/stat.json'), 'utf8')).toContain('report/stat');
    await context.close();
  }, 180_000);

  it('takes its server along when it is ended', async () => {
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/definitions`).then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    await end();
    await expect.poll(answers).toBe(false);
  });
});
