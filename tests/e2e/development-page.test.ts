import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { root } from '#tests/support/database-server.ts';
import { type Development, startDevelopment } from '#tests/support/development.ts';

let dev: Development;
let browser: Browser;
beforeAll(async () => {
  [dev, browser] = [await startDevelopment(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await dev?.remove();
});

const definition = () => join(dev.copy, 'screens/report/pricebands.json');
const query = () => join(dev.copy, 'screens/report/pricebands.sql');

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

const sql = `-- counts: sales by id
select (purchase_price / 100000) * 100000 as band, count(*)::integer as sales
from sale
where district_code = any(:districts::text[])
  and (:place::text is null or suburb ilike '%' || :place::text || '%')
group by 1
`;

/** Whether a message stands over what is told of the mistake. */
const covered = () => {
  const [told, messages] = ['#cad-definition-problems', '.cad-snackbars'].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect(),
  );
  return Boolean(told && messages && messages.height > 0 && messages.bottom > told.top);
};

describe('a page under npm run dev', () => {
  it('draws a new report, keeps what is typed over its edits, tells mistakes with their place and forgets it', async () => {
    const { url, password } = dev;
    const { page, context } = await watchedPage(browser);
    await signIn(page, url, 'admin', password);
    await page.goto(`${url}/report/stat`);
    await page.getByRole('link', { name: 'Median sale prices', exact: true }).waitFor();

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
      await expect.poll(() => findings.textContent().catch(() => '')).toMatch(finding);
      expect(await page.evaluate(covered)).toBe(false);
      writeFileSync(query(), sql);
      writeReport();
      await expect.poll(() => findings.count()).toBe(0);
      await page.getByRole('columnheader', { name: 'Sold' }).waitFor();
    }

    rmSync(definition());
    rmSync(query());
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${url}/report/stat`);
    await page.getByRole('link', { name: 'Median sale prices', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Price bands' }).count()).toBe(0);
    expect(readFileSync(join(root, 'screens/report/stat.json'), 'utf8')).toContain('report/stat');
    await context.close();
  });
});
