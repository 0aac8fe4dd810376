import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { root } from '#tests/support/database-server.ts';
import { confirmWith, editorOf, write } from '#tests/support/studio-editor.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const path = 'screens/sale/record.json';
const original = readFileSync(join(root, path), 'utf8');
const titled = (title: string) =>
  original.replace('"title": "Sale {params.id}"', `"title": "${title} {params.id}"`);

const code = (page: Page) => editorOf(page, path);

async function openEditor(page: Page): Promise<void> {
  await page.goto(`${app.url}/studio/edit?path=${path}`);
  await code(page).waitFor();
}

/** Which request the server could not answer; the console names only the page. */
function tellFaults(page: Page, faults: string[]): void {
  page.on('response', async (response) => {
    if (response.status() >= 500)
      faults.push(`${response.status()} ${response.url()} ${await response.text().catch(() => '')}`);
  });
}

describe('the studio', () => {
  it('takes a draft over preview, publication, a race and back, while others work on', async () => {
    expect(titled('Deal'), 'the title stands in the definition').not.toBe(original);
    const [second, viewer] = [
      await app.addUser('second', 'administrator', '*'),
      await app.addUser('worker', 'valuer', '*'),
    ];
    const one = await watchedPage(browser);
    await enter(one.page, app.url, 'admin', app.password);
    const two = await watchedPage(browser, {}, (line) => line.includes('409'));
    await enter(two.page, app.url, 'second', second);
    const other = await watchedPage(browser);
    await enter(other.page, app.url, 'worker', viewer);
    for (const { page, complaints } of [one, two, other]) tellFaults(page, complaints);

    // Somebody works on the page meanwhile, with text that is not saved.
    await other.page.goto(`${app.url}/sale/2`);
    await other.page.getByLabel('Purpose').fill('HALF TYPED');
    // The second editor begins before anything is published.
    await openEditor(two.page);

    // Draft.
    await one.page.goto(`${app.url}/studio`);
    await one.page.getByRole('searchbox').or(one.page.getByPlaceholder('Find')).first().fill(path);
    await one.page.getByRole('link', { name: path, exact: true }).click();
    await code(one.page).waitFor();
    await write(code(one.page), titled('Deal'));
    await one.page.getByText('Not saved').waitFor();
    await one.page.keyboard.press('Control+s');
    await one.page.getByText('A draft waits to be published').waitFor();

    // Preview as another role: the engine draws it, on real data, and nobody else sees it.
    await one.page.getByLabel('Seen as').selectOption({ label: 'Valuer' });
    await one.page.locator('.cad-preview-param input').first().fill('2');
    const preview = one.page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'Deal 2' }).waitFor();
    await one.page.getByText('Draft – not published.').waitFor();
    await preview.getByLabel('Purpose').waitFor();
    // The picture for another role is drawn anew; what was typed into the one before would be gone.
    await settled(one.page);
    await preview.getByLabel('Purpose').fill('NOT WRITTEN');
    await preview.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('This is a preview: nothing is written.').first().waitFor();
    expect(await one.page.title()).toContain(path);
    await expect.poll(() => other.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sale 2');
    expect(await axeViolations(one.page)).toEqual([]);

    // Publish.
    await one.page.getByRole('button', { name: 'Publish…' }).click();
    await one.page.getByRole('dialog').getByText('title Sale {params.id} → Deal {params.id}').waitFor();
    await confirmWith(one.page, 'Deals are what we call them', 'Publish');
    await one.page.getByText('Published over the file').waitFor();

    // Seen by the other browser, with the text that was typed.
    await other.page.getByRole('heading', { level: 1, name: 'Deal 2' }).waitFor();
    await expect.poll(() => other.page.getByLabel('Purpose').inputValue()).toBe('HALF TYPED');

    // The second editor is told what differs, and gives way after looking.
    await write(code(two.page), titled('Trade'));
    await two.page.getByRole('button', { name: 'Publish…' }).click();
    await confirmWith(two.page, 'Trades are what we call them', 'Publish');
    const stale = two.page.getByRole('dialog');
    await stale.getByRole('heading', { name: 'Somebody else has published this definition' }).waitFor();
    await stale.getByText('title Deal {params.id} → Trade {params.id}').waitFor();
    await stale.getByRole('button', { name: 'Keep mine over theirs…' }).click();
    await two.page.getByRole('dialog').getByText('title Deal {params.id} → Trade {params.id}').waitFor();
    await confirmWith(two.page, 'We agreed on trades', 'Publish');
    await two.page.getByText('Published over the file').waitFor();

    // Back.
    await two.page.getByRole('tab', { name: 'History' }).click();
    await two.page.getByText('We agreed on trades').waitFor();
    await two.page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await confirmWith(two.page, 'No, deals after all', 'Roll back');
    await two.page.getByText('Version 3 (in force)').waitFor();
    await two.page.getByText('No, deals after all').waitFor();
    await two.page.goto(`${app.url}/sale/2`);
    await two.page.getByRole('heading', { level: 1, name: 'Deal 2' }).waitFor();
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ action: string; note: string }>(
        'select action, note from definition_version where path = $1 order by version',
        [path],
      ),
    );
    expect(rows.map(({ action }) => action)).toEqual(['publish', 'publish', 'rollback']);
    expect([...one.complaints, ...two.complaints, ...other.complaints]).toEqual([]);
    for (const { context } of [one, two, other]) await context.close();
  });

  it('shows where a block is defined, what it sees and what it asked', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/sale/2');
    await page.getByLabel('Purpose').waitFor();
    await page.keyboard.press('Control+Alt+d');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await page.getByLabel('Purpose').focus();
    await inspector.getByText(/^screens\/sale\/record\.json:\d+$/).waitFor();
    interface Written {
      readonly type?: string;
      readonly tabs?: readonly { readonly blocks: readonly Written[] }[];
    }
    const blocks: readonly Written[] = JSON.parse(original).blocks;
    const at = blocks.findIndex(({ type }) => type === 'tabs');
    const form = blocks[at]?.tabs?.[0]?.blocks.findIndex(({ type }) => type === 'form');
    await inspector.getByText(`/blocks/${at}/tabs/0/blocks/${form}`).waitFor();
    await inspector.getByText(/answered in \d+ ms/).waitFor();
    await inspector.getByText('Parameters', { exact: true }).click();
    await expect.poll(() => inspector.locator('details[open] pre').textContent()).toContain('"id": 2');
    expect(await axeViolations(page)).toEqual([]);
    await inspector.getByRole('link', { name: 'Open in the studio' }).click();
    await code(page).waitFor();
    await page.getByRole('button', { name: /Administrator/ }).click();
    await page.getByRole('button', { name: 'Inspect the page' }).click();
    await expect.poll(() => inspector.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
    const office = await watchedPage(browser);
    await enter(office.page, app.url, 'clerk', await app.addUser('clerk', 'office', '*'));
    await office.page.keyboard.press('Control+Alt+d');
    await office.page.getByRole('button', { name: /clerk/ }).click();
    await office.page.getByRole('link', { name: 'Sign out' }).waitFor();
    await expect.poll(() => office.page.getByRole('button', { name: 'Inspect the page' }).count()).toBe(0);
    await expect.poll(() => office.page.getByRole('complementary', { name: 'Inspector' }).count()).toBe(0);
    await office.context.close();
  });

  it('says so when a definition does not exist, and when a role does not see the page', async () => {
    const { page, context } = await watchedPage(browser, {}, (line) => line.includes('404'));
    await enter(page, app.url, 'admin', app.password, '/studio/edit?path=screens/none.json');
    await page.getByText('There is no definition at "screens/none.json" yet.').waitFor();
    await page.goto(`${app.url}/studio/edit`);
    await page.getByText('Choose a definition in the list').waitFor();
    await page.goto(`${app.url}/studio/edit?path=screens/trx/import.json`);
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await page.getByLabel('Seen as').selectOption({ label: 'Viewer' });
    await page.getByText('They do not see this page').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Preview' }).count()).toBe(0);
    await context.close();
  });

  it('begins a definition, publishes it, opens its page, and takes it away again', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/studio');
    await page.getByRole('button', { name: 'New definition' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await dialog.getByRole('option', { name: 'Screen' }).click();
    await dialog.getByLabel('Name').fill('desk/visits');
    await dialog.getByLabel('Title').fill('Visits of the desk');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Begin' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('path') === 'screens/desk/visits.json');
    await page.getByRole('textbox', { name: 'Text of screens/desk/visits.json' }).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await confirmWith(page, 'A first page', 'Publish');
    await page
      .getByText(/^Published/)
      .first()
      .waitFor();
    await page.goto(`${app.url}/desk/visits`);
    await page.getByRole('heading', { level: 1, name: 'Visits of the desk' }).waitFor();

    const editor = `${app.url}/studio/edit?path=screens/desk/visits.json`;
    await page.goto(editor);
    await page.getByText('Published, without a file in the repository').waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await confirmWith(page, 'The visits are elsewhere now', 'Remove');
    await page.getByText('Removed: nobody sees it').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${app.url}/desk/visits`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.goto(editor);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await confirmWith(page, 'They are here after all', 'Roll back');
    await page.getByText('Published, without a file in the repository').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
