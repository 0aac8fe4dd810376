// The rich-text editor in the real application and a real browser: keys, paste, undo, composition, limits, saving.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, type WatchedPage, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let seen: WatchedPage;
let property: number;

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ id: number }>(`select id from property where status = 'A' order by id limit 1`),
  );
  property = rows[0]?.id ?? 0;
  seen = await watchedPage(browser);
  await enter(seen.page, app.url, 'admin', app.password);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Values rationale' });
const tool = (page: Page, name: string) =>
  page
    .getByRole('toolbar', { name: 'Values rationale: formatting' })
    .getByRole('button', { name, exact: true });

/** The property's page anew, with this rationale stored. */
async function open(rationale: object | null = null): Promise<Page> {
  const { page } = seen;
  await app.database.database.owner(async (client) => {
    await client.query(
      'update property set values_rationale = $1::jsonb, land_description = null where id = $2',
      [rationale === null ? null : JSON.stringify(rationale), property],
    );
    await client.query('delete from draft');
  });
  // Unsaved text of the test before is left behind.
  page.once('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(`${app.url}/prop/${property}`);
  // Sections below the fold are drawn when they are near.
  await page.locator('legend', { hasText: 'Notes' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Edit Notes' }).click();
  await box(page).waitFor();
  return page;
}

async function stored(): Promise<unknown> {
  const { rows } = await app.database.database.owner((client) =>
    client.query<{ rationale: unknown }>('select values_rationale as rationale from property where id = $1', [
      property,
    ]),
  );
  return rows[0]?.rationale;
}

async function save(page: Page): Promise<unknown> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /properties/.test(response.url()),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await answered).status()).toBe(200);
  await page.getByText(/^\d+ changes?$/).waitFor({ state: 'detached' });
  return stored();
}

// The lines as they are drawn: textContent would join them.
const words = async (page: Page) => (await box(page).locator('[data-block]').allTextContents()).join('\n');

/** A paste as the browser gives it: both flavours of a clipboard. */
async function paste(page: Page, html: string, text: string): Promise<void> {
  await box(page).evaluate(
    (element, flavours) => {
      const data = new DataTransfer();
      if (flavours.html) data.setData('text/html', flavours.html);
      data.setData('text/plain', flavours.text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    { html, text },
  );
}

describe('the rich-text editor', () => {
  it('types, formats by keys, undoes and redoes, and stores the reduced shape', async () => {
    const page = await open();
    await box(page).click();
    await page.keyboard.type('Plain ');
    await page.keyboard.press('Control+b');
    await expect.poll(() => tool(page, 'Bold').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.type('bold');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+i');
    await page.keyboard.type(' slanted');
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Control+u');
    await page.keyboard.type(' under');
    await expect.poll(() => words(page)).toBe('Plain bold slanted under');
    await page.keyboard.press('Control+z');
    await expect.poll(() => words(page)).not.toContain('under');
    await page.keyboard.press('Control+y');
    await expect.poll(() => words(page)).toBe('Plain bold slanted under');
    expect(await save(page)).toEqual({
      blocks: [
        {
          text: 'Plain bold slanted under',
          type: 'p',
          styles: [
            { to: 10, from: 6, style: 'bold' },
            { to: 18, from: 10, style: 'italic' },
            { to: 24, from: 18, style: 'underline' },
          ],
        },
      ],
    });
    await expect.poll(() => page.getByText(/^\d+ changes?$/).count()).toBe(0);
    expect(seen.complaints).toEqual([]);
  });

  it('makes lists and ends them, and indents from 0 to 210 in steps of 30', async () => {
    const page = await open();
    await box(page).click();
    await tool(page, 'Bulleted list').click();
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('After');
    await expect.poll(() => tool(page, 'Decrease indent').getAttribute('aria-disabled')).toBe('true');
    for (let i = 0; i < 7; i++) await tool(page, 'Increase indent').click();
    await expect.poll(() => tool(page, 'Increase indent').getAttribute('aria-disabled')).toBe('true');
    await tool(page, 'Increase indent').click({ force: true });
    const margin = () =>
      page.locator('.cad-rich-indent-210').evaluate((element) => getComputedStyle(element).marginLeft);
    await expect.poll(() => margin()).toBe('210px');
    expect(await save(page)).toEqual({
      blocks: [
        { text: 'First', type: 'ul' },
        { text: 'Second', type: 'ul' },
        { text: 'After', type: 'p', indent: 210 },
      ],
    });
    for (let i = 0; i < 6; i++) await tool(page, 'Decrease indent').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    expect(await save(page)).toMatchObject({ blocks: [{}, {}, { text: 'After', type: 'p' }] });
    expect(JSON.stringify(await stored())).not.toContain('indent');
    expect(seen.complaints).toEqual([]);
  });

  it('takes what Word copies as clean text with its structure', async () => {
    const page = await open();
    await box(page).click();
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><style><!--
p.MsoNormal {color:red} --></style></head><body lang=EN-AU><!--StartFragment-->
<h1>Market evidence</h1>
<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>subject</b> land&nbsp;is
<span style='font-style:italic'>steep</span>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->Views<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>North<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Sale</p>
<p class=MsoNormal style='margin-left:36.0pt'>See <a href="https://www.planningportal.nsw.gov.au/map"><span style='color:blue'>the map</span></a> or <a href="javascript:alert(1)">this</a>.</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<script>window.pasted = true</script><img src=x onerror="window.pasted = true">
<!--EndFragment--></body></html>`;
    await paste(page, word, 'Market evidence');
    expect(await page.evaluate(() => Reflect.get(window, 'pasted'))).toBeUndefined();
    expect(await save(page)).toEqual({
      blocks: [
        { text: 'Market evidence', type: 'p', styles: [{ to: 15, from: 0, style: 'bold' }] },
        {
          text: 'The subject land is steep.',
          type: 'p',
          styles: [
            { to: 11, from: 4, style: 'bold' },
            { to: 25, from: 20, style: 'italic' },
          ],
        },
        { text: 'Views', type: 'ul' },
        { text: 'North', type: 'ul', indent: 30 },
        { text: 'Sale', type: 'ol' },
        {
          text: 'See the map or this.',
          type: 'p',
          links: [{ to: 11, from: 4, href: 'https://www.planningportal.nsw.gov.au/map' }],
          indent: 60,
        },
      ],
    });
    await box(page).click();
    await page.keyboard.press('Control+z');
    expect((await words(page)).trim()).toBe('');
    expect(seen.complaints).toEqual([]);
  });

  it('takes web pages, tables and plain text', async () => {
    const page = await open();
    await box(page).click();
    await paste(
      page,
      `<b style="font-weight:normal" id="docs-internal-guid-1"><p>From <span style="font-weight:700;text-decoration:underline">Docs</span></p></b>
       <ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol><blockquote>Quoted<br>twice</blockquote>
       <table><tr><th>Lot</th><th>Area</th></tr><tr><td>1</td><td>500 m²</td></tr></table><div style="display:none">hidden</div>`,
      '',
    );
    await page.keyboard.press('Enter');
    await paste(page, '', 'Two\r\nlines\u0007\n');
    expect(await save(page)).toEqual({
      blocks: [
        {
          text: 'From Docs',
          type: 'p',
          styles: [
            { to: 9, from: 5, style: 'bold' },
            { to: 9, from: 5, style: 'underline' },
          ],
        },
        { text: 'One', type: 'ol' },
        { text: 'Inner', type: 'ul', indent: 30 },
        { text: 'Two', type: 'ol' },
        { text: 'Quoted\ntwice', type: 'p', indent: 30 },
        { text: 'Lot\tArea', type: 'p', styles: [{ to: 8, from: 0, style: 'bold' }] },
        { text: '1\t500 m²', type: 'p' },
        { text: 'Two', type: 'p' },
        { text: 'lines', type: 'p' },
      ],
    });
    expect(seen.complaints).toEqual([]);
  });

  it('links by Ctrl+K to pages and allowed hosts only, and takes the link away', async () => {
    const page = await open();
    await box(page).click();
    await page.keyboard.type('Compare that one');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await dialog.getByText('A link cannot lead there.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Address').fill(`${app.url}/prop/${property}`);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await save(page)).toEqual({
      blocks: [
        { text: 'Compare that one', type: 'p', links: [{ to: 16, from: 0, href: `/prop/${property}` }] },
      ],
    });
    await box(page).click();
    await page.keyboard.press('Home');
    await tool(page, 'Link').click();
    await dialog.getByRole('button', { name: 'Remove the link' }).click();
    expect(await save(page)).toEqual({ blocks: [{ text: 'Compare that one', type: 'p' }] });
    expect(seen.complaints).toEqual([]);
  });

  it('composes with an input method', async () => {
    const page = await open();
    await box(page).click();
    await page.keyboard.type('Street of ');
    const cdp = await seen.context.newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'n', selectionStart: 1, selectionEnd: 1 });
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await cdp.send('Input.insertText', { text: '日本' });
    await expect.poll(() => words(page)).toBe('Street of 日本');
    await page.keyboard.type(' today');
    await expect.poll(() => words(page)).toBe('Street of 日本 today');
    expect(await save(page)).toEqual({ blocks: [{ text: 'Street of 日本 today', type: 'p' }] });
    expect(seen.complaints).toEqual([]);
  });

  it('counts against what an export takes, and tells when it is exceeded', async () => {
    const page = await open();
    await box(page).click();
    await page.getByText('0 / 2,000').first().waitFor();
    await paste(page, '', 'x'.repeat(2_000));
    await page.getByText('2,000 / 2,000').waitFor();
    await expect.poll(() => page.getByText('This field will be truncated on export').count()).toBe(0);
    await page.keyboard.type('y');
    await page.getByText('This field will be truncated on export').waitFor();
    expect(await save(page)).toEqual({ blocks: [{ text: `${'x'.repeat(2_000)}y`, type: 'p' }] });
  });

  it('is reached and worked by keyboard alone, named for a screen reader, without violation', async () => {
    const page = await open({
      blocks: [{ text: 'Steep', type: 'p', styles: [{ to: 5, from: 0, style: 'bold' }] }],
    });
    expect(await axeViolations(page)).toEqual([]);
    await tool(page, 'Bold').focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Italic');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect.poll(() => box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    // The native label leads into it as into any other input.
    await page.locator('label', { hasText: 'Values rationale' }).click();
    expect(await save(page)).toEqual({ blocks: [{ text: 'Steep', type: 'p' }] });
    await expect.poll(() => box(page).ariaSnapshot()).toContain('textbox "Values rationale"');
  });

  it('draws elements, never markup, for who may only read', async () => {
    const { password } = { password: await app.addUser('vera', 'viewer', '*') };
    await open({
      blocks: [
        { text: '<b>not bold</b>', type: 'p', styles: [{ to: 15, from: 3, style: 'italic' }] },
        { text: 'page', type: 'ul', links: [{ to: 4, from: 0, href: `/prop/${property}` }] },
        { text: 'evil', type: 'ul', links: [{ to: 4, from: 0, href: 'javascript:alert(1)' }] },
        { text: 'deep', type: 'p', indent: 90 },
      ],
    });
    const reader = await watchedPage(browser);
    await enter(reader.page, app.url, 'vera', password, `/prop/${property}`);
    await reader.page.locator('legend', { hasText: 'Notes' }).scrollIntoViewIfNeeded();
    const shown = reader.page.getByRole('group', { name: 'Values rationale' });
    await shown.waitFor();
    await expect.poll(() => shown.textContent()).toContain('<b>not bold</b>');
    await expect.poll(() => shown.locator('b').count()).toBe(0);
    await expect.poll(() => shown.locator('em').textContent()).toBe('not bold</b>');
    await expect.poll(() => shown.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => shown.getByRole('link').allTextContents()).toEqual(['page']);
    expect(await axeViolations(reader.page)).toEqual([]);
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  });
});
