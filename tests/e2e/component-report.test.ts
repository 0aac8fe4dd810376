// A component's report in the browser: found in the list of its district, brought forward from last year, and paged through.
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const rows = async (text: string) => (await app.database.database.owner((client) => client.query(text))).rows;

describe('a component report', () => {
  it('leads from the list of its district to last year’s brought forward, and on to the next', async () => {
    // One that nothing is written of, with comments of the year before; not the last of its district.
    const [found] =
      await rows(`update component_year o set comments = '{"blocks":[{"type":"p","text":"A quiet year."}]}'
      where o.district_code = '001' and o.base_date = '2025-07-01' and o.component_code = (
        select min(y.component_code) from component_year y where y.district_code = '001' and y.base_date = '2026-07-01'
          and y.report_status = 'DRAFT' and y.comments is null and y.brought_from is null)
      returning o.component_code as code, (select min(k.code) from component k
        where k.district_code = '001' and k.active and k.code > o.component_code) as next`);
    const [code, next] = [String(found?.code), String(found?.next)];
    const password = await app.addUser('vic', 'valuer', '*');
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'vic', password, '/annual/comp?district=001&year=2026');
    await settled(page);
    await page.getByRole('link', { name: code, exact: true }).click();
    await page.waitForURL(`**/annual/compdetl/001/${code}/2026`);
    await settled(page);

    await page.getByRole('button', { name: 'Bring forward…' }).click();
    const dialog = page.getByRole('dialog', { name: "Bring forward last year's report" });
    await dialog.getByRole('button', { name: 'Show what would be done' }).click();
    await dialog.getByText('Its benchmarks are there already').first().waitFor();
    await dialog.getByRole('button', { name: /^Change / }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText("The comments are still last year's.").waitFor();
    const [report] =
      await rows(`select brought_from::text, carried_from::text, report_status from component_year
      where district_code = '001' and component_code = '${code}' and base_date = '2026-07-01'`);
    expect(report).toEqual({
      brought_from: '2025-07-01',
      carried_from: '2025-07-01',
      report_status: 'DRAFT',
    });
    await expect.poll(() => page.getByRole('button', { name: 'Bring forward…' }).count()).toBe(0);

    await page.getByRole('link', { name: `001 ${next}` }).click();
    await page.waitForURL(`**/annual/compalldetl/001/${next}/2026`);
    await settled(page);
    await page.getByRole('link', { name: `001 ${code}` }).waitFor();
    await page.getByRole('link', { name: 'All components' }).last().click();
    await page.waitForURL('**/annual/compall?year=2026');
    await settled(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is set done by a second person, while the option says so', async () => {
    const [found] =
      await rows(`update component_year set comments = '{"blocks":[{"type":"p","text":"A quiet year."}]}',
        report_status = 'DRAFT', report_valuer_id = null, written_by = null
      where district_code = '001' and base_date = '2026-07-01' and component_code = (
        select max(component_code) from component_year where district_code = '001' and base_date = '2026-07-01')
      returning component_code as code`);
    const address = `/annual/compdetl/001/${found?.code}/2026`;
    const open = async (username: string) => {
      const password = await app.addUser(username, 'valuer', ['001']);
      const watched = await watchedPage(browser);
      await enter(watched.page, app.url, username, password, address);
      await settled(watched.page);
      const state = (label: string) => watched.page.getByRole('group', { name: `Report: ${label}` });
      const press = (name: string) => watched.page.getByRole('button', { name, exact: true }).click();
      return { ...watched, state, press };
    };
    const writer = await open('wes');
    await writer.press('Edit Trend and comments');
    await writer.page.getByLabel('Change a month').fill('0.4');
    await writer.press('Save');
    await writer.page.getByText(/^The report of .* is saved$/).waitFor();
    await writer.press('Give to review');
    await writer.state('In review').waitFor();
    const done = writer.page.getByRole('button', { name: 'Done', exact: true });
    expect(await done.getAttribute('aria-disabled')).toBe('true');
    await writer.page.getByText('For somebody else to do: this record is yours.').waitFor();

    const second = await open('sue');
    await second.press('Done');
    await second.state('Done').waitFor();
    await second.page.getByText('It cannot be changed while it is "Done".').waitFor();
    await second.press('Back to draft');
    await second.state('Draft').waitFor();

    // One person is enough where the office says so.
    await rows(`update setting set flag = false where key = 'report.second'`);
    await writer.page.reload();
    await settled(writer.page);
    await writer.press('Give to review');
    await writer.state('In review').waitFor();
    await writer.press('Done');
    await writer.state('Done').waitFor();
    await rows(`update setting set flag = null where key = 'report.second'`);
    expect([...writer.complaints, ...second.complaints]).toEqual([]);
    await writer.context.close();
    await second.context.close();
  });

  it('of an unknown component, of a year without values and of another district is not found, and neither is its range of values', async () => {
    const password = await app.addUser('una', 'valuer', ['001']);
    const { page, context } = await watchedPage(browser);
    await enter(page, app.url, 'una', password, '/annual/compdetl/001/QQQ/2026');
    for (const address of ['001/QQQ/2026', '001/AAA/1999', '002/AAA/2026']) {
      await page.goto(`${app.url}/annual/compdetl/${address}`);
      await page.getByText('does not exist, or you may not see it').first().waitFor();
      expect(await page.getByText('Benchmarks of').count()).toBe(0);
      await page.goto(`${app.url}/annual/salvr/${address}`);
      await page.getByText('does not exist, or you may not see it').first().waitFor();
      expect(await page.getByText('Analysed sales').count()).toBe(0);
    }
    await context.close();
  });
});
