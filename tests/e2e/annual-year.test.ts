// One year of an office in the browser: last year's report brought forward, sales linked, a factor tried and applied, one value by
// hand, the audit explained, the checker's file answered, the districts locked, the year kept in a file and rolled over.
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Download, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remake, verify } from '#scripts/database/valuation-file.ts';
import { loadConfig } from '#server/config.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';

/**
 * District 001, base date in force 1-Jul-2025, under work 1-Jul-2026. Component AAA of zone R2: 1 is its primary benchmark, valued
 * at 440,000, so that 1.1 is proposed; 2 to 7 were sold on 1-Jul-2026, where S1 is the price. A month makes 0.798 per cent, a year
 * 1.1000, so that S0 = S1 / 1.1.
 *
 *   property   V0        S0         r0     V0 × 1.1   S1         r1
 *   2          200,000   200,000    1.00   220,000    220,000    1.00
 *   3          300,000   400,000    0.75   330,000    440,000    0.75
 *   4          400,000   400,000    1.00   440,000    440,000    1.00
 *   5          450,000   600,000    0.75   495,000    660,000    0.75
 *   6          600,000   600,000    1.00   660,000    660,000    1.00
 *   7          750,000   1,000,000  0.75   825,000    1,100,000  0.75
 *
 * MVP: (3 × 1 + 3 × 0.75) / 6 = 87.50. Median 0.875, each 0.125 off: COD 14.29. 2,700,000 / 3,200,000 = 0.84375: PRD 1.037.
 * Under 1.2 values are 240, 360, 480, 540, 720 and 900 thousand, r1 1.0909 and 0.8182: MVP 95.5; COD and PRD as before.
 * With 7 at 1,100,000, as it was sold: MVP (5 + 0.75 … of 3 and 5) = (4 × 1 + 2 × 0.75) / 6 = 91.67; median 1, COD 0.5 / 6 = 8.33;
 * 3,245,000 / 3,520,000 = 0.92188: PRD 0.994.
 *
 * What fails then: 300 (analysed values rose by (5 × 10 + 46.67) / 6 = 16.1 %, the benchmark by 10: 6.1 > 5), 305 (sales imply the
 * median of 1.1 and 1.4667 = 1.2833, over 1.1 16.667 % too much), 902 (BBB has no benchmark), 904 (7: 1,100,000 / 825,000 = 33.333 %
 * too much), 905 (8, of BBB, has no value). 9 lies in district 002.
 */
const office = `
  update sysparam set value = '2025-07-01' where name = 'CURRBASE';
  insert into component (district_code, code, description, zone_code) values
    ('001', 'AAA', 'Hill', 'R2'), ('001', 'BBB', 'Flat', 'R3'), ('002', 'CCC', 'Shore', 'R2');
  insert into property (id, district_code, component_code, zone_code, area, risk_rating)
    select n, '001', 'AAA', 'R2', 600, '3-OTHER' from generate_series(1, 7) n;
  insert into property (id, district_code, component_code, zone_code, area, risk_rating) values
    (8, '001', 'BBB', 'R3', 600, '3-OTHER'), (9, '002', 'CCC', 'R2', 600, '3-OTHER');
  update property set values_rationale = rich_text_of('Corner with a view over the lake') where id = 7;
  update property set benchmark_type = 'P' where id = 1;
  insert into property_value (property_id, base_date, land_value, method) values
    (1, '2025-07-01', 400000, 'I'), (2, '2025-07-01', 200000, 'I'), (3, '2025-07-01', 300000, 'I'), (4, '2025-07-01', 400000, 'I'),
    (5, '2025-07-01', 450000, 'I'), (6, '2025-07-01', 600000, 'I'), (7, '2025-07-01', 750000, 'I'), (8, '2025-07-01', 250000, 'I'),
    (9, '2025-07-01', 500000, 'I'), (1, '2026-07-01', 440000, 'H'), (9, '2026-07-01', 550000, 'I');
  insert into component_year (district_code, component_code, base_date, monthly_pct, factor, comments, report_status) values
    ('001', 'AAA', '2025-07-01', 0.798, 1.04, '{"blocks":[{"type":"p","text":"A quiet year."}]}', 'DONE'),
    ('001', 'AAA', '2026-07-01', 0.798, null, null, 'DRAFT');
  insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, lv_old, lv_new, comment)
    values (1, '001', 'AAA', '2025-07-01', 'P', 380000, 400000, 'Level and regular');
  insert into sale (district_code, property_id, contract_date, purchase_price, confirmed)
    select '001', p, '2026-07-01', s1, true
    from (values (2, 220000), (3, 440000), (4, 440000), (5, 660000), (6, 660000), (7, 1100000)) v (p, s1);
  insert into analysis (sale_id, property_id, district_code, component_code, contract_date, purchase_price, area, analysed_lv, alv_lt,
      alv_future, suitability)
    select id, property_id, district_code, 'AAA', contract_date, purchase_price, 600, purchase_price, purchase_price / 1.1, purchase_price,
      'IN' from sale;
  insert into analysis_benchmark (district_code, analysis_id, property_id, component_code, base_date, comparison)
    select '001', id, 1, 'AAA', '2025-07-01', 'SUP' from analysis where property_id = 6;
  insert into district_year (district_code, base_date) values ('001', '2026-07-01'), ('002', '2026-07-01')`;

let app: Application;
let browser: Browser;
let valuer: WatchedPage;
let administrator: WatchedPage;
/** Whoever works just now. */
let page: Page;
const folder = temporaryFolder('annual-year');
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  await app.database.database.owner((client) => client.script(office));
  const passwords = [
    await app.addUser('vic', 'valuer', '*'),
    await app.addUser('ada', 'administrator', '*'),
  ] as const;
  [valuer, administrator] = [await watchedPage(browser), await watchedPage(browser)];
  page = valuer.page;
  await enter(valuer.page, app.url, 'vic', passwords[0], '/annual/comp?district=001');
  await enter(administrator.page, app.url, 'ada', passwords[1], '/annual/admin');
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  folder.remove();
});

const open = async (path: string) => {
  await page.goto(app.url + path);
  await settled(page);
};
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = () => page.getByRole('dialog');

/** A command in its dialog, looked at and done; answers what it said that it would do. */
async function run(button: string, fill: () => Promise<unknown> = async () => undefined): Promise<string> {
  await press(button);
  await dialog().getByRole('button', { name: 'Show what would be done' }).waitFor();
  await fill();
  await dialog().getByRole('button', { name: 'Show what would be done' }).click();
  await dialog()
    .getByRole('button', { name: /^Change / })
    .waitFor();
  const said = await dialog().innerText();
  await dialog()
    .getByRole('button', { name: /^Change / })
    .click();
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'detached' });
  await settled(page);
  return said;
}

/** The figures of the page by their titles. */
const figures = () =>
  page.locator('main dl > *').evaluateAll((all) =>
    Object.fromEntries(
      all.flatMap((one) => {
        const [title, value] = [one.querySelector('dt'), one.querySelector('dd')];
        return title && value
          ? [
              [
                title.innerText.trim(),
                (value.innerText.split('\n')[0] ?? '').replace(/\s*[✓▲■!]$/, '').trim(),
              ],
            ]
          : [];
      }),
    ),
  );
const shows = (expected: { readonly [title: string]: string }, timeout = 30_000) =>
  expect.poll(figures, { timeout }).toMatchObject(expected);

/** What stands in the rows of the table that has this column, each by the titles of its columns. */
const table = (column: string) =>
  page.locator('[role=grid], [role=treegrid], table').evaluateAll((tables, wanted) => {
    const headed = (one: Element | null | undefined) =>
      (one as HTMLElement | null)?.innerText.replace(/[\s$]*(?:[▲▼]\d*)?$/, '').trim() ?? '';
    const found = tables.find((one) =>
      [...one.querySelectorAll('[role=columnheader]')].some((head) => headed(head) === wanted),
    );
    const titles = new Map(
      [...(found?.querySelectorAll('[role=columnheader]') ?? [])].map((head) => [
        head.getAttribute('aria-colindex'),
        headed(head),
      ]),
    );
    return [...(found?.querySelectorAll('[role=row]:not([data-group])') ?? [])]
      .filter((row) => row.querySelector('[role=gridcell]') && !row.closest('.cad-grid-totals'))
      .map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll('[role=gridcell]')].map((cell) => [
            titles.get(cell.getAttribute('aria-colindex')) ?? '',
            (cell as HTMLElement).innerText.trim(),
          ]),
        ),
      );
  }, column);
const lists = (column: string, expected: readonly { readonly [title: string]: string }[]) =>
  expect.poll(() => table(column)).toMatchObject(expected);

const rowOf = (text: string) =>
  page
    .locator('[role=row][data-row]')
    .filter({ has: page.getByRole('gridcell', { name: text, exact: true }) })
    .first();
/** Types into a cell of a sheet. */
async function typeInto(cell: Locator, text: string): Promise<void> {
  await cell.click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
async function fetched(button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, button.click()]);
  const parts: Buffer[] = [];
  for await (const part of createReadStream(await download.path())) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const valuesOf = async (baseDate: string) =>
  Object.fromEntries(
    (
      await app.database.database.owner((client) =>
        client.query<{ id: number; v: number }>(
          `select property_id::integer as id, land_value::integer as v from property_value where base_date = $1 order by 1`,
          [baseDate],
        ),
      )
    ).rows.map(({ id, v }) => [id, v]),
  );

/** V1 as the year ends; V0 of the next. */
const valued = {
  1: 440_000,
  2: 220_000,
  3: 330_000,
  4: 440_000,
  5: 495_000,
  6: 660_000,
  7: 1_100_000,
  9: 550_000,
};

describe('a year of values', () => {
  // Each step stands on the one before.
  let failed = false;
  beforeEach(({ skip }) => skip(failed));
  afterEach(({ task }) => {
    failed ||= task.result?.state === 'fail';
  });

  it('begins with last year’s report', async () => {
    await shows({ Components: '2', 'Factors applied': '0', 'Without a report': '2' });
    await lists('Code', [
      { Code: 'AAA', Report: 'Not written', Proposed: '1.1000', Factor: '–', Properties: '7' },
      { Code: 'BBB', Report: 'Not written', Proposed: '–', Factor: '–', Properties: '1' },
    ]);
    const said = await run('Bring forward…');
    expect(said).toContain(
      'Component AAA\tIts benchmarks are there already. One linked sale is to be linked again',
    );
    expect(said).toContain('Component BBB\tIt has no report of the year before.');
    await shows({ 'Without a report': '1' });
    // One that nobody has begun is there all the same.
    await open('/annual/compdetl/001/BBB/2026');
    await page.getByText('This report is not begun yet.').waitFor();
    await shows({ 'Active properties': '1', 'Factor applied': '–' });
  });

  it('links the sales that come near the benchmark', async () => {
    await open('/annual/bulksalelink?district=001');
    await shows({ Components: '2', 'Analysed sales': '6', Benchmarks: '1', 'Links in bulk': '0' });
    await rowOf('AAA').getByRole('gridcell').first().click();
    await page.getByText('1 selected').first().waitFor();
    // Within 30 % of 440,000 are 3 and 4 alone.
    expect(await run('Link sales…')).toContain('2 sales linked to 1 benchmark');
    await shows({ 'Links in bulk': '2', 'Links by hand': '0' });
    await rowOf('AAA').getByRole('button', { name: 'Review existing linkage' }).click();
    await dialog().getByText('2 links').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('tries factors on the component and applies one', async () => {
    await open('/annual/compdetl/001/AAA/2026');
    await page.getByText("The comments are still last year's.").waitFor();
    await shows({ 'Factor proposed': '1.1000', 'Factor applied': '–', 'Total value': '$440,000' });
    await expect
      .poll(async () => (await table('Sale is')).map((link) => link['Last year']))
      .toEqual(expect.arrayContaining(['Of 2025: link again', '–', '–']));
    await page.getByLabel('Factor', { exact: true }).fill('1.2');
    await shows({ 'Values that change': '6', 'Total value': '$3,680,000', 'Change beyond the limit': '0' });
    const level = (inForce: readonly string[], tried: readonly string[]) =>
      ['Sales', 'MVP, %', 'COD, %', 'PRD'].map((measure, n) => ({
        Measure: measure,
        LT: ['6', '87.5', '14.3', '1.037'][n] ?? '',
        'In force': inForce[n] ?? '–',
        Tried: tried[n] ?? '',
      }));
    const measured = async () => (await table('Measure')).slice(0, 4);
    await expect.poll(measured).toMatchObject(level(['0'], ['6', '95.5', '14.3', '1.037']));
    expect(await valuesOf('2026-07-01')).toEqual({ 1: 440_000, 9: 550_000 });

    await press('Take the proposed 1.1');
    await shows({ 'Values that change': '6', 'Total value': '$3,410,000' });
    await expect.poll(measured).toMatchObject(level(['0'], ['6', '87.5', '14.3', '1.037']));
    const said = await run('Apply 1.1…');
    expect(said).toContain('Property 1\tIt is a benchmark, which is valued one by one.');
    expect(said).toContain('Property 7\tFuture value: empty → $825,000');
    await shows({ 'Factor applied': '1.1000', 'Values by the factor': '6', 'Values that change': '0' });
    await expect
      .poll(measured)
      .toMatchObject(level(['6', '87.5', '14.3', '1.037'], ['6', '87.5', '14.3', '1.037']));
    expect(await valuesOf('2026-07-01')).toEqual({ ...valued, 7: 825_000 });
  });

  it('values one by hand', async () => {
    await open('/prop/7');
    await page.getByRole('tab', { name: 'Worksheets' }).click();
    await press('New worksheet');
    await page.waitForURL(/\/prop\/7\/worksheet\/\d+$/);
    await settled(page);
    await page.getByLabel('Adopted value').fill('1100000');
    await press('Save');
    await page.getByText('The worksheet is saved').waitFor();
    await press('Adopt the value');
    await page.getByRole('group', { name: 'Stage: Done' }).waitFor();
    expect(await valuesOf('2026-07-01')).toEqual(valued);
    await open('/annual/statsa?dst=001&year=2025');
    await lists('Zone', [
      {
        Zone: 'R2',
        'n before': '6',
        'n after': '6',
        'MVP before': '87.50',
        'MVP after': '91.67',
        'COD before': '14.29',
        'COD after': '8.33',
        'PRD before': '1.037',
        'PRD after': '0.994',
      },
      { Zone: 'R3', 'n before': '0', 'n after': '0', 'MVP after': '–' },
    ]);
  });

  it('runs the audit and explains what failed', async () => {
    await open('/annual/uaudit?dst=001&year=2025');
    await shows({ Failed: '0', 'Tests to run again': '23' });
    await press('Run all');
    // What the run found comes by itself when it ends.
    await shows({ Failed: '5', Explained: '0', 'Without a note': '5', 'Tests to run again': '0' }, 200_000);
    await expect
      .poll(async () => (await table('Found')).map(({ Key, Measured }) => [Key, Measured]))
      .toEqual([
        ['R2', '0.061'],
        ['AAA', '16.667'],
        ['BBB', '–'],
        ['7', '33.333'],
        ['8', '–'],
      ]);
    await open('/annual/audit?dst=001&year=2025&test=305');
    await shows({ Failed: '1', 'Without a note': '1' });
    await lists('Found', [
      { Key: 'AAA', Measured: '16.667', Found: 'Sales: 6, implied 1.2833, factor 1.1000' },
    ]);
    await typeInto(rowOf('AAA').getByRole('gridcell').nth(4), 'Half of the sales are of the old town');
    await press('Save');
    await shows({ Failed: '1', 'Without a note': '0' });
    await open('/annual/audit?dst=001&year=2025&test=904');
    await run('Take the reason of the values');
    await lists('Found', [{ Key: '7', Measured: '33.333', Note: 'Corner with a view over the lake' }]);
    await shows({ 'Without a note': '0' });
    await open('/annual/uaudit?dst=001&year=2025');
    for (const [test, note] of [
      ['300', 'One of six was valued by its own sale'],
      ['902', 'One property alone'],
      ['905', 'To be valued'],
    ] as const)
      await run('Set note for all…', async () => {
        await dialog().getByLabel('Test').fill(test);
        await dialog().getByLabel('Note').fill(note);
      });
    await shows({ Failed: '5', Explained: '5', 'Without a note': '0' });
  });

  it('answers the file of the checker, byte for byte', async () => {
    const line = (rest: string, explanation: string) => `B;001;20260701;001;ITEM;${rest};${explanation};`;
    const lines = [
      ['ZONE;R2;300;\u00c9tude, "apart"', 'One of six was valued by its own sale'],
      ['COMP;BBB;902;No primary', 'One property alone'],
      ['PID;7;904;+33.3 %', 'Corner with a view over the lake'],
      ['ZONE;R3;303;Too few', 'No sale of the zone'],
    ] as const;
    const file = (of: (at: number) => string) =>
      Buffer.from(`${lines.map(([rest], n) => line(rest, of(n))).join('\r\n')}\r\n`, 'latin1');
    await open('/annual/vatexcept');
    await press('Upload a file');
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'EX2026.txt', mimeType: 'text/plain', buffer: file(() => '') });
    await page.waitForURL(/[?&]file=\d+/);
    await shows({
      'Lines to explain': '4',
      'Without an explanation': '1',
      'Prefilled, not saved': '3',
      Explained: '0',
    });
    await typeInto(rowOf('Too few').getByRole('gridcell').nth(5), 'No sale of the zone');
    await press('Save');
    await shows({ 'Without an explanation': '0', Explained: '1' });
    await run('Save prefilled…');
    await shows({ 'Without an explanation': '0', 'Prefilled, not saved': '0', Explained: '4' });
    const answered = await fetched(page.getByRole('button', { name: 'Export the file' }));
    expect(answered.toString('latin1')).toBe(file((n) => lines[n]?.[1] ?? '').toString('latin1'));
  });

  it('is locked, kept in a file and rolled over', async () => {
    page = administrator.page;
    await open('/annual/admin');
    await shows({
      'Under work': '1 Jul 2026',
      'In force': '1 Jul 2025',
      Districts: '2',
      Open: '2',
      Locked: '0',
    });
    const board = { Components: '2', Reports: '0', Factors: '1', 'High risk': '0', 'No note': '0' };
    await lists('Tranche', [
      { District: 'CESSNOCK', State: 'Open', ...board },
      { District: 'DUNGOG', State: 'Open', Components: '1', Factors: '0' },
    ]);
    await rowOf('CESSNOCK').getByRole('gridcell').first().click();
    await press('Select all 2');
    const locked = await run('Lock…', () => dialog().getByLabel('Reason').fill('Values are final'));
    expect(locked).toContain('District 001, 2026-07-01\tState: Open → Locked');
    await shows({ Open: '0', Locked: '2', 'In the way of the roll': '1' });

    page = valuer.page;
    await open('/annual/compdetl/001/AAA/2026');
    await page
      .getByText(/^Values of district 001 at 1-Jul-2026 are locked by ada since /)
      .first()
      .waitFor();

    page = administrator.page;
    await press('Make the valuation file');
    await page.getByText('It holds the values as they are now.').waitFor({ timeout: 300_000 });
    await shows({ 'In the way of the roll': '0' });
    await lists('Hash', [{ Year: '2026', State: 'Current', By: 'ada' }]);
    const said = await run('Roll the year over…');
    expect(said).toContain(
      'District 001, 2026-07-01\t7 future values become LT values of 8 active properties; 6 analyses move; 0 ratings of an event give way; 1 benchmarks go on State: Locked → Rolled over',
    );
    expect(said).toContain(
      'District 002, 2026-07-01\t1 future values become LT values of 1 active properties',
    );
    await shows({
      'Under work': '1 Jul 2027',
      'In force': '1 Jul 2026',
      Open: '2',
      Locked: '0',
      'In the way of the roll': '3',
    });
    await lists('Closed by', [
      { District: 'CESSNOCK', State: 'Open' },
      { District: 'DUNGOG', State: 'Open' },
      { District: 'CESSNOCK', State: 'Rolled over', 'Closed by': 'ada' },
      { District: 'DUNGOG', State: 'Rolled over', 'Closed by': 'ada' },
    ]);
  });

  it('leaves the next year open, with the values of this one in force', async () => {
    page = valuer.page;
    expect(await valuesOf('2026-07-01')).toEqual(valued);
    expect(await valuesOf('2027-07-01')).toEqual({});
    await open('/annual/statsa?dst=001');
    await page.getByText('LT year 2026').waitFor();
    // What was after is before; S1 of the year under work is S0 moved on by another year, and nothing is valued yet.
    await open('/annual/statsa?dst=001&year=2026');
    await lists('Zone', [
      {
        Zone: 'R2',
        'n before': '6',
        'n after': '0',
        'MVP before': '91.67',
        'MVP after': '–',
        'COD before': '8.33',
        'PRD before': '0.994',
      },
      { Zone: 'R3', 'n before': '0', 'n after': '0' },
    ]);
    await open('/annual/comp?district=001');
    await shows({
      Components: '2',
      'Factors applied': '0',
      'Benchmarks without V1': '1',
      'Without a report': '2',
    });
    await open('/annual/compdetl/001/AAA/2027');
    await page.getByText('This report is not begun yet.').waitFor();
    await lists('Factor', [{ Type: 'Primary', V0: '440,000', V1: '–' }]);
    await open('/prop/7');
    await shows({ 'LT value': '$1,100,000', 'Future value': '–' });
    await open('/annual/audit?dst=001&year=2025&test=904');
    await typeInto(rowOf('7').getByRole('gridcell').nth(4), 'Late');
    await press('Save');
    await page
      .getByText(/Values of district 001 at 1-Jul-2026 are rolled over by ada since /)
      .first()
      .waitFor();
  });

  it('has its documents made again from its file, byte by byte', async () => {
    page = administrator.page;
    const path = join(folder.path, 'year.zip');
    writeFileSync(path, await fetched(page.getByRole('button', { name: 'Download' }).first()));
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await verify(path, null, say);
    const config = loadConfig({ DATABASE_URL: app.database.url, CADASTRE_DATA: app.dataDir }, ['--empty']);
    expect(await remake(path, join(folder.path, 'out'), config, say), lines.join('\n')).toEqual([]);
    expect(lines).toContain('report-statcomp-001.pdf: the same, byte by byte');
    expect(valuer.complaints.filter((line) => !/ 422 /.test(line))).toEqual([]);
    expect(administrator.complaints).toEqual([]);
  });
});
