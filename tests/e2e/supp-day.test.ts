// A supp from not ready to completed by keys alone: what the checks find is corrected and acknowledged, the export sends it,
// a person completes it, and the property is divided.
import { randomUUID } from 'node:crypto';
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whoOf } from '#server/access/caller.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { moveMany } from '#server/records/bulk/move-many.ts';
import { entityFor } from '#server/records/served.ts';
import { enter } from '#tests/support/application.ts';
import { launchBrowser, settled, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { downTo, tabTo } from '#tests/support/by-keys.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let browser: Browser;
let url: string;
let val: WatchedPage;
let id = 0;
beforeAll(async () => {
  server = await startTestApp();
  await server.database.owner(async (client) => {
    await client.query(`insert into component (district_code, code, zone_code) values ('001', 'AA', 'R2')`);
    await client.query(`insert into property (id, district_code, status, hnum1, street_name, suburb, area, zone_code,
        component_code, legal_description)
      values (1, '001', 'A', 1, 'HIGH ST', 'ALPHA', 1300, 'R2', 'AA', '1/100'),
        (2, '001', 'O', 3, 'HIGH ST', 'ALPHA', 650, 'R2', 'AA', '2/101'),
        (3, '001', 'O', 5, 'HIGH ST', 'ALPHA', 650, 'R2', 'AA', '3/101')`);
  });
  await server.addUser('val', 'valuer', ['001']);
  const token = await server.tokenOf('val');
  const made = await server.call('POST', '/supps', {
    token,
    body: {
      request_id: randomUUID(),
      property_id: 2,
      supp_type: 'PE',
      reason_code: 'SUBDIV',
      received_on: '2026-11-02',
      valuer_id: (await users()).val,
      supp_values: [{ base_date: '2025-07-01', series: 'LT', land_value: 240_000, onsite_allowance: 0 }],
      related: [
        { property_id: 1, role: 'PARENT' },
        { property_id: 3, role: 'CHILD' },
      ],
    },
  });
  id = made.json.id;
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  val = await watchedPage(browser, {}, (line) => / 422 /.test(line));
  await enter(val.page, url, 'val', password, `/supp/${id}`);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function users(): Promise<{ readonly [name: string]: number }> {
  const { rows } = await server.database.owner((client) =>
    client.query<{ id: number; username: string }>('select id::int as id, username from app_user'),
  );
  return Object.fromEntries(rows.map((row) => [row.username, row.id]));
}

/** What an export does with what is ready. */
async function exported(): Promise<void> {
  const caller = await readCaller(server.database, (await users()).val ?? 0);
  if (!caller) throw new Error('There is no such user.');
  const entity = entityFor('supps', server.context);
  await server.database.write(whoOf(caller), (client) =>
    moveMany({ client, server: server.context, caller, entity }, [id], 'send'),
  );
}

const press = async (wanted: Locator, key = 'Enter') => {
  await tabTo(val.page, wanted);
  await val.page.keyboard.press(key);
};
const button = (name: string | RegExp) => val.page.getByRole('button', { name });
const status = (name: string) => val.page.getByRole('group', { name: `Transmit status: ${name}` }).waitFor();
const openTab = async (from: string, name: string) => {
  const tabs = val.page.getByRole('tab');
  const titles = (await tabs.allTextContents()).map((title) => title.trim());
  const [start, end] = [titles.indexOf(from), titles.indexOf(name)];
  await tabTo(val.page, tabs.nth(start));
  for (let i = start; i < end; i++) {
    await val.page.keyboard.press('ArrowRight');
    await val.page
      .locator('[role="tab"][aria-selected="true"]')
      .filter({ hasText: titles[i + 1] ?? '' })
      .waitFor();
  }
  expect(await tabs.nth(end).getAttribute('aria-selected')).toBe('true');
};
const fill = async (section: RegExp, field: string, text: string) => {
  await press(button(section));
  await tabTo(val.page, val.page.getByRole('textbox', { name: field, exact: true }));
  await val.page.keyboard.press('Control+a');
  await val.page.keyboard.type(text);
  await press(button(/^Save$/));
  await val.page.getByText(`Supp ${id} is saved`).waitFor();
};

describe('a day with a supp, by keys alone', () => {
  it('leads from not ready to completed and divides the property', async () => {
    const { page, complaints } = val;
    await status('Not ready');
    await press(button(/^Ready to send$/));
    await page.getByText(/findings of the checks 002, 013 stand/).waitFor();
    await fill(/^Edit ?Work$/, 'Inspected on', '05-Nov-2026');
    await press(button(/^Ready to send$/));
    await page.getByText(/Check 002 fails/).waitFor();

    await openTab('Details', 'Checks');
    await press(button(/^Run checks$/));
    await page.getByText('The checks are run').waitFor();
    await page.getByRole('gridcell', { name: '002' }).waitFor();
    await tabTo(page, page.getByRole('grid'));
    await downTo(page, '002');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Acknowledge check 002' });
    await tabTo(page, dialog.getByRole('textbox', { name: 'Comment' }));
    await page.keyboard.type('The allowance ended.');
    await press(dialog.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('gridcell', { name: 'Acknowledged', exact: true }).waitFor();

    await page.goto(`${url}/supp/${id}`);
    await settled(page);
    await press(button(/^Ready to send$/));
    await status('Ready to send');
    await exported();
    await page.reload();
    await settled(page);
    await status('Sent');
    await fill(/^Edit ?Comment and notes$/, 'Reason for completing by hand', 'The answer came by telephone.');
    await press(button(/^Complete by hand$/));
    await status('Completed');

    const { rows } = await server.database.owner((client) =>
      client.query('select id::int as id, status from property order by id'),
    );
    expect(rows).toEqual([
      { id: 1, status: 'X' },
      { id: 2, status: 'A' },
      { id: 3, status: 'A' },
    ]);
    await openTab('Details', 'Related properties');
    await page.getByRole('gridcell', { name: 'Cancelled' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
