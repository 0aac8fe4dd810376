// From a sale to its land value at the base dates and on to the value of a property near it, by a person without a pointer:
// the known answer of the calculation, a link to the benchmark, a worksheet with that sale as evidence, a photo and a note.
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '#tests/support/application.ts';
import { launchBrowser, settled, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { downTo, tabTo } from '#tests/support/by-keys.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

/** A picture of one point. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('val', 'valuer', ['001']);
  await server.database.owner((client) =>
    client.script(`
      insert into component (district_code, code, zone_code) values ('001', 'AA', 'R2');
      insert into component_year (district_code, component_code, base_date, monthly_pct) values ('001', 'AA', '2026-07-01', 0.5);
      insert into property (id, district_code, status, hnum1, street_name, suburb, area, zone_code, component_code,
          benchmark_property_type, benchmark_type)
        values (11, '001', 'A', 1, 'HIGH ST', 'ALPHA', 650, 'R2', 'AA', 'RES', null),
          (12, '001', 'A', 3, 'HIGH ST', 'ALPHA', 660, 'R2', 'AA', 'RES', 'P'),
          (13, '001', 'A', 5, 'HIGH ST', 'ALPHA', 700, 'R2', 'AA', 'RES', null);
      insert into property_value (property_id, base_date, land_value, method)
        select id, '2025-07-01', 540000, 'I' from property;
      insert into property_value (property_id, base_date, land_value, method) values (12, '2026-07-01', 580000, 'H');
      insert into sale (id, district_code, property_id, contract_date, purchase_price, area, zone_code, component_code,
          house_number, street_name, suburb)
        overriding system value values (21, '001', 11, '2024-10-15', 850000, 650, 'R2', 'AA', '1', 'HIGH ST', 'ALPHA')`),
  );
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  watched = await watchedPage(browser);
  ({ page } = watched);
  await enter(page, url, 'val', password, '/sale/21');
  await settled(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A new line has the focus in its first cell already. */
const reach = async (wanted: Locator) => {
  await wanted.waitFor();
  if ((await wanted.and(page.locator(':focus')).count()) === 0) await tabTo(page, wanted);
};
const press = async (wanted: Locator, key = 'Enter') => {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const within = (part: string | null) =>
  part === null ? page : page.getByRole('group', { name: part, exact: true });
const type = async (part: string | null, name: string, text: string) => {
  await reach(within(part).getByRole('textbox', { name, exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};
const choose = async (part: string | null, name: string, text: string) => {
  await reach(within(part).getByRole('combobox', { name, exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text, exact: true }).waitFor();
  await page.keyboard.press('Enter');
};
/** A record is found by its number, which counts as it stands. */
const find = async (name: string, number: number) => {
  await reach(page.getByRole('combobox', { name, exact: true }));
  await page.keyboard.type(String(number));
  await page.keyboard.press('Enter');
};
const openTab = async (from: string, name: string) => {
  const tabs = page.getByRole('tab');
  const titles = (await tabs.allTextContents()).map((title) => title.trim());
  const [start, end] = [titles.indexOf(from), titles.indexOf(name)];
  await tabTo(page, tabs.nth(start));
  for (let i = start; i < end; i++) {
    await page.keyboard.press('ArrowRight');
    await page
      .locator('[role="tab"][aria-selected="true"]')
      .filter({ hasText: titles[i + 1] ?? '' })
      .waitFor();
  }
};
const stored = async (text: string) =>
  (await server.database.owner((client) => client.query<{ [column: string]: unknown }>(text))).rows;

describe('a day with a sale, by keys alone', () => {
  let analysis = 0;

  it('takes 850,000 apart to 527,000, moves it to 550,000 and 584,000, and links it to the benchmark', async () => {
    await press(button('Analyse this sale'));
    await page.waitForURL(/\/anly\/\d+$/);
    await settled(page);
    analysis = Number(/\d+$/.exec(page.url())?.[0]);

    await press(button(/^Edit ?Price and circumstances$/));
    await press(button('Add a circumstance'));
    await type('Price and circumstances', 'Reason line 1', 'Sold with a long settlement');
    await type('Price and circumstances', 'Amount line 1', '15000');
    await press(button('Save'));
    await page.getByText(`Analysis ${analysis} is saved`).waitFor();

    await press(button(/^Edit ?Plant, stock, crops, approvals$/));
    await press(button('Add a row'));
    await choose('Plant, stock, crops, approvals', 'Type line 1', 'Plant and machinery');
    await type('Plant, stock, crops, approvals', 'Typed value line 1', '10000');
    await press(button('Save'));
    await expect.poll(() => stored(`select chattels::int as n from analysis`)).toEqual([{ n: 10_000 }]);

    await press(button(/^Edit ?Improvements$/));
    for (const [line, kind, values] of [
      [1, 'Main improvement', { Quantity: '180', Unit: 'm²', 'Rate ($)': '1450' }],
      [2, 'Pool', { 'Typed value': '25000' }],
      [3, 'Fencing', { 'Typed value': '12000' }],
    ] as const) {
      await press(button('Add an improvement'));
      await choose('Improvements', `Type line ${line}`, kind);
      for (const [field, text] of Object.entries(values))
        await type('Improvements', `${field} line ${line}`, text);
    }
    await press(button('Save'));
    await expect
      .poll(() =>
        stored('select analysed_lv::int as d, alv_lt::int as s0, alv_future::int as s1 from analysis'),
      )
      .toEqual([{ d: 527_000, s0: 550_000, s1: 584_000 }]);
    await settled(page);

    await openTab('Details', 'Calculation');
    for (const shown of ['$527,000', '$550,000', '$584,000'])
      await page.getByRole('gridcell', { name: shown, exact: true }).first().waitFor();
    await openTab('Calculation', 'Benchmarks');
    await tabTo(page, page.getByRole('grid'));
    await downTo(page, '12');
    // The last cell of a row has its buttons: Enter goes into it, and presses.
    for (const key of ['End', 'Enter', 'Enter']) await page.keyboard.press(key);
    await page.getByText('It is linked').waitFor();
    expect(
      await stored(
        'select property_id::int as property, comparison, difference::float8 from analysis_benchmark',
      ),
    ).toEqual([{ property: 12, comparison: 'COM', difference: 0.7 }]);
    expect(watched.complaints).toEqual([]);
  });

  it('values the property beside it by a worksheet with that sale as evidence, a photo and a note, and explains the value', async () => {
    await page.goto(page.url().replace(/\/anly\/.*/, '/prop/13'));
    await settled(page);
    await openTab('Details', 'Worksheets');
    await press(button('New worksheet'));
    await page.waitForURL(/\/prop\/13\/worksheet\/\d+$/);
    await settled(page);
    await press(button('Add a main line'));
    await type(null, 'Description line 1', 'Site, level, no view');
    await type(null, 'Quantity line 1', '700');
    await choose(null, 'Unit line 1', 'm²');
    await type(null, 'Rate line 1', '898');
    await press(button('Add a comparison'));
    await find('Analysis line 1', analysis);
    await choose(null, 'It is line 1', 'Comparable');
    await press(button('Save'));
    await page.getByText('The worksheet is saved').waitFor();
    await press(button('Adopt the value'));
    await page.getByRole('group', { name: 'Stage: Done' }).waitFor();

    await press(button('Property 13'));
    await page.waitForURL(/\/prop\/13$/);
    await settled(page);
    await press(button(/^Edit ?Notes$/));
    await type(null, 'Internal notes', 'Valued beside the sale of 1 High St.');
    await press(button('Save'));
    await page.getByText('Property 13 is saved').waitFor();
    await page.reload();
    await settled(page);
    await openTab('Details', 'Attachments');
    const files = page.waitForEvent('filechooser');
    await press(page.getByLabel(/^Drop files here/));
    await (await files).setFiles({ name: 'front.png', mimeType: 'image/png', buffer: photo });

    await expect
      .poll(() =>
        stored(`select v.land_value::int as value, v.method, p.internal_notes as note,
          (select count(*)::int from attachment where item_type = 'PR' and item_id = 13) as photos
        from property_value v join property p on p.id = v.property_id
        where p.id = 13 and v.base_date = future_base_date()`),
      )
      .toEqual([{ value: 629_000, method: 'H', note: 'Valued beside the sale of 1 High St.', photos: 1 }]);
    const [value] = await stored(
      `select id::int as id from property_value where property_id = 13 and base_date = future_base_date()`,
    );
    await page.goto(page.url().replace(/\/prop\/.*/, `/value/${value?.id}`));
    await settled(page);
    for (const step of ['Land value', 'Worksheet', 'Primary benchmark'])
      await page.getByRole('gridcell', { name: step, exact: true }).first().waitFor();
    await page.getByRole('gridcell', { name: '$584,000', exact: true }).first().waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
