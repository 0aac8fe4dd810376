// A factor over a component by keys alone: looked at, applied, applied again with another, and taken back to the last value.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { tabTo } from '#tests/support/by-keys.ts';

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
/** The component with most properties of the district, and the values that are under work there. */
const largest = async () =>
  String(
    (
      await rows(`select component_code as code from property where district_code = '001' and status = 'A'
        group by 1 order by count(*) desc, 1 limit 1`)
    )[0]?.code,
  );
const valuesOf = (code: string) =>
  rows(`select property_id, land_value::bigint as v, method, factor_applied::float8 as f, heritage_value::bigint as h
    from property_value v join property p on p.id = v.property_id where p.district_code = '001'
      and p.component_code = '${code}' and v.base_date = future_base_date() and series = 'LT' order by 1`);

async function look(page: Page, factor: string, code: string): Promise<number> {
  await tabTo(page, page.getByRole('button', { name: 'Apply a factor…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Apply a factor' });
  await tabTo(page, dialog.getByLabel('Factor', { exact: false }).first());
  await page.keyboard.type(factor);
  await tabTo(page, dialog.getByLabel('District'));
  await page.keyboard.type('001');
  await tabTo(page, dialog.getByLabel('Component'));
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  const said = dialog.getByRole('list', { name: 'Counts' }).getByRole('listitem').first();
  await said.waitFor();
  return Number(/[\d,]+/.exec((await said.textContent()) ?? '')?.[0].replaceAll(',', ''));
}

async function change(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Apply a factor' });
  await tabTo(page, dialog.getByRole('button', { name: /^Change / }));
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).waitFor();
}

describe('a factor by keys', () => {
  it('is looked at, applied, applied again and taken back', async () => {
    const code = await largest();
    // No component of the demo is as large as those of a city: this one takes in others of its district.
    const others = `select id from property where district_code = '001' and status = 'A'
      and component_code <> '${code}' order by id limit 1100`;
    await rows(`with moved as (${others}), values_moved as (
        update property_value v set factor_component = '${code}' from moved m
        where v.property_id = m.id and v.factor_component is not null returning v.property_id)
      update property p set component_code = '${code}' from moved m where p.id = m.id`);
    const password = await app.addUser('vic', 'valuer', '*');
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'vic', password, '/prop/factors');
    await settled(page);
    const before = await valuesOf(code);

    const shown = await look(page, '1.0583', code);
    expect(shown).toBeGreaterThan(1000);
    expect(await valuesOf(code)).toEqual(before);
    await change(page);
    const [first] = await rows(
      `select n, factor::float8 as f from factor_run where district_code = '001' order by id desc limit 1`,
    );
    expect(first).toEqual({ n: shown, f: 1.0583 });
    const once = await valuesOf(code);
    expect(once.filter(({ f }) => f === 1.0583)).toHaveLength(shown);
    await tabTo(page, page.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await settled(page);

    expect(await look(page, '1.07', code)).toBe(shown);
    await change(page);
    expect((await valuesOf(code)).filter(({ f }) => f === 1.07)).toHaveLength(shown);
    await tabTo(
      page,
      page.getByRole('dialog', { name: 'Apply a factor' }).getByRole('button', { name: 'Undo' }),
    );
    await page.keyboard.press('Enter');
    await page.getByText(`Taken back for ${shown.toLocaleString('en-AU')} properties.`).waitFor();
    expect(await valuesOf(code)).toEqual(once);
    await page.keyboard.press('Escape');
    await settled(page);

    // The first run goes back from its own page.
    const [{ id } = { id: 0 }] = await rows(
      `select id from factor_run where district_code = '001' and state = 'APPLIED' order by id desc limit 1`,
    );
    await page.goto(`${app.url}/prop/factors/${id}`);
    await settled(page);
    await tabTo(page, page.getByRole('button', { name: 'Undo…' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Show what would be done' }));
    await page.keyboard.press('Enter');
    await page.getByText(`${shown} of ${shown} values go back`).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Change 1 factor run' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).waitFor();
    expect(await valuesOf(code)).toEqual(before);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
