// Saved phrases and rewording from the editor of the real application, with a real service that words anew.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { startUpstream, type Upstream } from '#tests/support/upstream.ts';

let app: Application;
let browser: Browser;
let service: Upstream;
let admin: WatchedPage;
let property: number;
let refusals = false;

beforeAll(async () => {
  service = await startUpstream();
  [app, browser] = [await startApplication({ env: { REWORD_URL: service.url } }), await launchBrowser()];
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ id: number }>(`select id from property where status = 'A' order by id limit 1`),
  );
  property = rows[0]?.id ?? 0;
  // A refusal that a test asks for is told by the browser, too.
  admin = await watchedPage(browser, {}, (line) => refusals && line.includes('Failed to load resource'));
  await enter(admin.page, app.url, 'admin', app.password);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await service?.close();
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Values rationale' });
const tool = (page: Page, name: string) =>
  page
    .getByRole('toolbar', { name: 'Values rationale: formatting' })
    .getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('menu', { name: 'Saved phrases' });
const manager = (page: Page) => page.getByRole('dialog', { name: 'Phrases' });
const lines = async (page: Page) => (await box(page).locator('[data-block]').allTextContents()).join('\n');

async function open(page: Page): Promise<void> {
  await app.database.database.owner((client) => client.query('delete from draft'));
  page.once('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(`${app.url}/prop/${property}`);
  await page.locator('legend', { hasText: 'Notes' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Edit Notes' }).click();
  await box(page).waitFor();
}

async function setParameter(name: string, value: string): Promise<void> {
  await app.database.database.owner((client) =>
    client.query('update sysparam set value = $2 where name = $1', [name, value]),
  );
}

describe('saved phrases', () => {
  it('are managed in a dialog of 800 by 600: the own and, for whoever may, the company’s', async () => {
    const { page, complaints } = admin;
    await open(page);
    await tool(page, 'Saved phrases').click();
    await menu(page).getByText('No phrases added').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await menu(page).getByRole('menuitem', { name: 'Manage phrases' }).click();
    const dialog = manager(page);
    await dialog.getByText('No phrases added').waitFor();
    expect(await dialog.boundingBox()).toMatchObject({ width: 800, height: 600 });
    await dialog.getByRole('button', { name: 'Add a phrase' }).click();
    await page.keyboard.type('On inspection, ');
    await dialog.getByRole('button', { name: 'Add a phrase' }).click();
    await dialog.getByLabel('Phrase 2', { exact: true }).fill('x'.repeat(2_001));
    await dialog.getByText('A phrase has at most 2000 characters, this has 2001.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await dialog.isVisible(), 'too long a phrase is not saved').toBe(true);
    await dialog.getByLabel('Phrase 2', { exact: true }).fill('Two\nlines');
    await dialog.getByRole('button', { name: 'Move phrase 2 up' }).click();
    await expect.poll(() => dialog.getByLabel('Phrase 1', { exact: true }).inputValue()).toBe('Two\nlines');
    await dialog.getByRole('tab', { name: 'Company phrases' }).click();
    await dialog.getByRole('button', { name: 'Add a phrase' }).click();
    await page.keyboard.type('The sale is at arm’s length.');
    await dialog.getByRole('button', { name: 'Add a phrase' }).click();
    await page.keyboard.type('Not offered');
    await dialog.getByLabel('Active').last().uncheck();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The phrases are saved').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('are inserted at the cursor by keyboard alone, as one step that is undone', async () => {
    const { page, complaints } = admin;
    await open(page);
    await box(page).click();
    await page.keyboard.type('Before after');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await tool(page, 'Saved phrases').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => menu(page).getByRole('menuitem').allTextContents())
      .toEqual(['The sale is at arm’s length.', 'Two\nlines', 'On inspection, ', 'Manage phrases …']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await menu(page).waitFor({ state: 'detached' });
    await expect.poll(() => lines(page)).toBe('Before On inspection, after');
    await page.keyboard.type('!');
    await expect.poll(() => lines(page)).toBe('Before On inspection, !after');
    await tool(page, 'Saved phrases').click();
    await menu(page).getByRole('menuitem', { name: 'Two lines' }).click();
    await expect.poll(() => lines(page)).toBe('Before On inspection, !Two\nlinesafter');
    await page.keyboard.press('Control+z');
    await expect.poll(() => lines(page)).toBe('Before On inspection, !after');
    await tool(page, 'Saved phrases').click();
    await menu(page).waitFor();
    // Keys go to the menu once it has the focus.
    await expect.poll(() => menu(page).evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => tool(page, 'Saved phrases').evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(complaints).toEqual([]);
  });

  it('of the company are read by everybody and changed by nobody without the right', async () => {
    const password = await app.addUser('olga', 'office', '*');
    const olga = await watchedPage(browser);
    await enter(olga.page, app.url, 'olga', password);
    await open(olga.page);
    await tool(olga.page, 'Saved phrases').click();
    await expect
      .poll(() => menu(olga.page).getByRole('menuitem').allTextContents())
      .toEqual(['The sale is at arm’s length.', 'Manage phrases …']);
    await menu(olga.page).getByRole('menuitem', { name: 'Manage phrases' }).click();
    await manager(olga.page).getByRole('button', { name: 'Add a phrase' }).click();
    await expect.poll(() => manager(olga.page).getByRole('tab').count()).toBe(0);
    // Unsaved text is not thrown away unasked.
    await olga.page.keyboard.type('Mine');
    await olga.page.keyboard.press('Escape');
    await olga.page.getByText('What you changed in these phrases is not saved. Close them?').waitFor();
    await olga.page.getByRole('button', { name: 'Close without saving' }).click();
    await manager(olga.page).waitFor({ state: 'detached' });
    expect(olga.complaints).toEqual([]);
    await olga.context.close();
  });

  it('that somebody else changed meanwhile are reloaded, or replaced by force', async () => {
    const { page } = admin;
    refusals = true;
    await open(page);
    await tool(page, 'Saved phrases').click();
    await menu(page).getByRole('menuitem', { name: 'Manage phrases' }).click();
    await manager(page).getByLabel('Phrase 2', { exact: true }).fill('Changed here');
    await app.database.database.owner((client) =>
      client.query('update phrase_list set version = version + 1'),
    );
    await manager(page).getByRole('button', { name: 'Save', exact: true }).click();
    await manager(page).getByRole('alert').waitFor();
    expect(
      await manager(page).getByLabel('Phrase 2', { exact: true }).inputValue(),
      'nothing typed is lost',
    ).toBe('Changed here');
    await manager(page).getByRole('button', { name: 'Force save' }).click();
    await manager(page).waitFor({ state: 'detached' });
    await tool(page, 'Saved phrases').click();
    await menu(page).getByText('Changed here').waitFor();
    refusals = false;
  });
});

describe('rewording', () => {
  it('is offered while USETXTAI is on, without a reload, and wants 20 characters', async () => {
    const { page, complaints } = admin;
    await setParameter('USETXTAI', '0');
    await open(page);
    await tool(page, 'Bold').waitFor();
    await expect.poll(() => tool(page, 'Reword using AI').count()).toBe(0);
    await setParameter('USETXTAI', '1');
    // Any call's answer tells that the parameters have changed, once the server has noticed.
    const offered = async () => {
      await tool(page, 'Saved phrases').click();
      return tool(page, 'Reword using AI').count();
    };
    await expect.poll(offered, { interval: 1_000 }).toBe(1);
    await box(page).click();
    await page.keyboard.type('Nineteen characters');
    await tool(page, 'Reword using AI').click();
    await page.getByText('There is not enough text -- please type some more').waitFor();
    expect(service.asked).toHaveLength(0);
    expect(complaints).toEqual([]);
  });

  it('shows original and proposal side by side, and keeps or accepts', async () => {
    const { page, complaints } = admin;
    await setParameter('USETXTAI', '1');
    await open(page);
    await box(page).click();
    await page.keyboard.type('The land it is steep and rocky.');
    await tool(page, 'Reword using AI').click();
    const dialog = page.getByRole('dialog', { name: 'Reword using AI' });
    await dialog
      .getByRole('region', { name: 'Original' })
      .getByText('The land it is steep and rocky.')
      .waitFor();
    await dialog.getByRole('region', { name: 'Proposal' }).getByText('Other words.').waitFor();
    const [left, right, whole] = await Promise.all([
      dialog.getByRole('region', { name: 'Original' }).boundingBox(),
      dialog.getByRole('region', { name: 'Proposal' }).boundingBox(),
      dialog.boundingBox(),
    ]);
    expect(left?.y).toBe(right?.y);
    expect(whole?.width).toBeLessThanOrEqual(500);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep the original' }).click();
    await expect.poll(() => lines(page)).toBe('The land it is steep and rocky.');
    await tool(page, 'Reword using AI').click();
    await dialog.getByText('Other words.').waitFor();
    await dialog.getByRole('button', { name: 'Accept the proposal' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => lines(page)).toBe('Other words.');
    await page.keyboard.press('Control+z');
    await expect.poll(() => lines(page)).toBe('The land it is steep and rocky.');
    expect(JSON.parse(service.asked.at(-1)?.body ?? '{}').messages.at(-1)).toEqual({
      role: 'user',
      content: 'The land it is steep and rocky.',
    });
    expect(complaints).toEqual([]);
  });

  it('tells a service that fails, and tries again', async () => {
    const { page } = admin;
    refusals = true;
    await open(page);
    service.answer((response) => {
      response.statusCode = 401;
      response.end('no');
    });
    await box(page).click();
    await page.keyboard.type('The land it is steep and rocky.');
    await tool(page, 'Reword using AI').click();
    const dialog = page.getByRole('dialog', { name: 'Reword using AI' });
    await dialog.getByText('The service that rewords texts did not answer as expected.').waitFor();
    expect(new URL(page.url()).pathname, 'the service’s 401 signs nobody out').toBe(`/prop/${property}`);
    service.answer((response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content: 'Steep, rocky land.\n<b>x</b>' } }] }));
    });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('region', { name: 'Proposal' }).getByText('Steep, rocky land.').waitFor();
    await dialog.getByRole('button', { name: 'Accept the proposal' }).click();
    await expect.poll(() => lines(page)).toBe('Steep, rocky land.\n<b>x</b>');
    refusals = false;
  });
});
