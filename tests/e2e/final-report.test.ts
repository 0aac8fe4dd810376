// The final report in two browsers: who saves second is shown what the first one stored.
import type { Browser, Page } from 'playwright';
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
const stored = async (id: number) =>
  (await rows(`select rich_text_plain(text) as words from report_text where id = ${id}`))[0]?.words;

const box = (page: Page) => page.getByRole('textbox', { name: 'Text' });
async function write(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Text' }).click();
  await box(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('the final report', () => {
  it('tells the second of two people what the first one stored, and takes back what they choose', async () => {
    await rows(`delete from report_text where report = 'distfinal' and district_code = '001'
      and base_date = '2026-07-01' and section = 'QUALITY'`);
    const [made] =
      await rows(`insert into report_text (report, district_code, base_date, section, text, synthetic)
      values ('distfinal', '001', '2026-07-01', 'QUALITY', rich_text_of('As it was.'), true) returning id`);
    const id = Number(made?.id);
    const open = async (username: string) => {
      const password = await app.addUser(username, 'valuer', ['001']);
      const watched = await watchedPage(browser, {}, (line) => /409/.test(line));
      await enter(watched.page, app.url, username, password, `/reporttext/${id}`);
      await settled(watched.page);
      return watched;
    };
    const [first, second] = [await open('nora'), await open('otto')];
    await write(first.page, 'Written by Nora.');
    await write(second.page, 'Written by Otto.');
    await save(first.page);
    await expect.poll(() => stored(id)).toBe('Written by Nora.');

    await save(second.page);
    const conflict = second.page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await conflict.getByText('Written by Nora.').first().waitFor();
    expect(await stored(id)).toBe('Written by Nora.');
    // Nothing of what was typed is lost by looking.
    await second.page.keyboard.press('Escape');
    await conflict.waitFor({ state: 'detached' });
    await expect.poll(() => box(second.page).textContent()).toContain('Written by Otto.');
    await save(second.page);
    await conflict.getByRole('button', { name: 'Force save' }).click();
    await expect.poll(() => stored(id)).toBe('Written by Otto.');
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  });
});
