import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '#server/import/import-files.ts';
import { zipMembers } from '#server/import/zip-members.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const data = knownAnswer('data');
const districts = ['001', '002', '005', '007', '012', '511'];
const zips = districts.map((code) => join(data, `psi/hunter/${code}_2017-2023.zip`));
const present = areHere(zips, 'the published medians');

interface Sale {
  readonly district: string;
  readonly suburb: string;
  readonly contract: string;
  readonly price: number;
  readonly purpose: string;
  /** Year of the file's name. */
  readonly file: number;
}

/** The raw lines, read by nothing of the product but its zip reader. */
async function rawSales(): Promise<readonly Sale[]> {
  const sales: Sale[] = [];
  for (const path of zips)
    for await (const member of zipMembers(readFileSync(path))) {
      const year = Number(/(\d{4})\.DAT$/i.exec(member.name)?.[1]);
      for (const line of member.bytes.toString('latin1').split('\n')) {
        const part = line.split(';');
        if (part[0] !== 'B') continue;
        sales.push({
          district: part[1] ?? '',
          suburb: part[9] ?? '',
          contract: part[13] ?? '',
          price: Number(part[15]),
          purpose: part[18] ?? '',
          file: year,
        });
      }
    }
  return sales;
}

/** Percentile of type 7. */
function percentile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const value = (i: number) => sorted[Math.min(i, sorted.length - 1)] ?? Number.NaN;
  return value(low) + (at - low) * (value(low + 1) - value(low));
}

type Figures = ReadonlyMap<string, string>;

function figuresOf(sales: readonly Sale[]): Figures {
  const bySuburb = new Map<string, number[]>();
  for (const { suburb, price } of sales) {
    const prices = bySuburb.get(suburb);
    if (prices) prices.push(price);
    else bySuburb.set(suburb, [price]);
  }
  return new Map(
    [...bySuburb].map(([suburb, prices]) => {
      const sorted = prices.sort((a, b) => a - b);
      const shares = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(percentile(sorted, share)));
      return [suburb, [sorted.length, ...shares].join(' ')];
    }),
  );
}

/** What the grid shows, row by row, read while it is scrolled from top to bottom. */
async function shownFigures(page: Page): Promise<Figures> {
  const grid = page.getByRole('grid');
  await grid.waitFor();
  // Until the answer is there the grid has its heading only.
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(3);
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  await grid.focus();
  await page.keyboard.press('Control+Home');
  const seen = new Map<string, string>();
  for (let i = 0; i < rows; i++) {
    const visible = await page.evaluate(() =>
      [...document.querySelectorAll('[role=grid] [role=row]')].map((row) =>
        [...row.querySelectorAll('[role=gridcell]')]
          .slice(0, 7)
          .map((cell) => (cell.textContent ?? '').trim()),
      ),
    );
    for (const [place, n, ...prices] of visible)
      if (place && n && prices.length === 5 && place !== 'Total')
        seen.set(place, [n, ...prices].map((text) => text.replace(/[^\d.]/g, '')).join(' '));
    if (seen.size >= rows - 2 && i > 3) break;
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(60);
  }
  return seen;
}

let app: Application;
let browser: Browser;
let sales: readonly Sale[];

describe.skipIf(!present)('published medians', () => {
  beforeAll(async () => {
    [app, browser, sales] = [
      await startApplication({ demo: false }),
      await launchBrowser(),
      await rawSales(),
    ];
    await importFiles(
      app.database.database,
      zips.map((path) => ({ name: path.replace(/^.*\//, ''), bytes: readFileSync(path) })),
      { dryRun: false, keepOwnerNames: false, userId: null, workDistricts: '*', jobId: null },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  async function report(username: string, password: string, query: string): Promise<Figures> {
    const { page, context, complaints } = await watchedPage(browser, {
      viewport: { width: 1600, height: 1000 },
    });
    await enter(page, app.url, username, password, `/report/mediansales/all?population=received&${query}`);
    const figures = await shownFigures(page);
    expect(complaints).toEqual([]);
    await context.close();
    return figures;
  }

  it('are on screen for every suburb', async () => {
    const published = readFileSync(join(data, 'known-answers/residential-suburb-2022-hunter.csv'), 'utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','));
    expect(published).toHaveLength(175);
    const shown = await report('admin', app.password, 'year=2022&year_by=file&purpose=RESIDENCE');
    for (const [suburb, min, q1, median, q3, max, count] of published)
      expect([suburb, shown.get(suburb ?? '')]).toEqual([
        suburb,
        [count, ...[min, q1, median, q3, max].map((price) => Math.round(Number(price)))].join(' '),
      ]);
  });

  it('follow the year, the date that counts and the purpose', async () => {
    const vacant = sales.filter(
      (sale) => sale.contract.startsWith('2020') && sale.purpose.includes('VACANT LAND'),
    );
    expect(await report('admin', app.password, 'year=2020&purpose=VACANT+LAND')).toEqual(figuresOf(vacant));
  });

  it('leave out the district that a user may not see', async () => {
    const password = await app.addUser('not001', 'valuer', districts.slice(1));
    const shown = await report('not001', password, 'year=2021&year_by=file&purpose=RESIDENCE');
    const expected = sales.filter(
      (sale) => sale.file === 2021 && sale.purpose.includes('RESIDENCE') && sale.district !== '001',
    );
    expect(shown).toEqual(figuresOf(expected));
  });
});
