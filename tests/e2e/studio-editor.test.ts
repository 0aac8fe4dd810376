import { createHash } from 'node:crypto';
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
const code = (page: Page) => editorOf(page, path);

async function openEditor(page: Page): Promise<void> {
  await page.goto(`${app.url}/studio/edit?path=${path}`);
  await code(page).waitFor();
}

describe('the editor of the studio', () => {
  it('completes, explains and mends the text inside the page’s policy', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    await openEditor(page);
    await write(code(page), original.replace('"type": "facts"', '"type": "fatcs"'));
    await page.getByRole('tab', { name: 'Findings (1)' }).click();
    await page.getByText('Block type "fatcs" is unknown.').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Line \d+, column \d+$/ }).click();
    // What hangs on the pointer moves with the text; it is pressed once it stands.
    for (let tries = 1, done = false; !done; tries++) {
      await page.mouse.move(0, 0);
      await page.locator('.cm-lintRange-error').hover();
      const mend = page.getByRole('button', { name: 'Replace by facts' });
      done = await mend.click({ timeout: 6_000 }).then(
        () => true,
        () => false,
      );
      expect(tries).toBeLessThan(6);
    }
    await page.getByRole('tab', { name: 'Findings', exact: true }).waitFor();
    await page.getByText('No findings').waitFor();
    await expect.poll(() => code(page).textContent()).not.toContain('fatcs');

    await write(code(page), '{\n  "format": 1,\n  \n}');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('"rou');
    await page.getByRole('option', { name: 'route' }).click();
    await expect.poll(() => code(page).textContent()).toContain('"route": ""');
    await page.locator('.cm-line', { hasText: '"format"' }).getByText('"format"').hover();
    await page.locator('.cad-code-help').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const styles = await page.evaluate(
      () =>
        document.querySelectorAll('style').length +
        (document.querySelector('.cad-code')?.shadowRoot?.querySelectorAll('style').length ?? 1),
    );
    expect(styles, 'no style element, which the policy forbids').toBe(0);

    // Tab leaves the text, and what is not saved is asked for before the page is left.
    await code(page).focus();
    await page.keyboard.press('Tab');
    expect(await code(page).evaluate((element) => element.matches(':focus'))).toBe(false);
    await page.getByRole('link', { name: 'Statistical reports' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/report/stat');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tells that the file has changed since, and takes the file or keeps what is published', async () => {
    const drifted = 'schemas/codes/importState.json';
    const text = readFileSync(join(root, drifted), 'utf8').replace('"label": "Queued"', '"label": "Waiting"');
    await app.database.database.owner((client) =>
      client.query(
        `insert into definition_version (path, version, action, content, hash, file_hash, note, created_by)
         values ($1, 1, 'publish', $2, $3, 'of an earlier file', 'Clearer', 1)`,
        [drifted, text, createHash('sha256').update(text).digest('hex').slice(0, 32)],
      ),
    );
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password, '/studio?kind=codes&state=drifted');
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText(/^\d+ definitions?$|No definition meets/).waitFor();
        return page.getByRole('grid').getByRole('link').allTextContents();
      })
      .toEqual([drifted]);
    await page.getByRole('link', { name: drifted }).click();
    await page.getByText('The file in the repository has changed since version 1').waitFor();
    await page.getByRole('tab', { name: 'Difference' }).click();
    await page.getByText('code Waiting: label Queued → Waiting').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep what is published…' }).click();
    await confirmWith(page, 'Still clearer', 'Keep it');
    await page.getByText('Published over the file').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('offers the columns of a query, the fields of an entity and what else exists', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    const report = 'screens/report/mediansales.json';
    const schema = page.waitForResponse((answer) => answer.url().includes('/studio/schema'));
    await page.goto(`${app.url}/studio/edit?path=${report}`);
    await (await schema).finished();
    const editor = editorOf(page, report);
    await editor.waitFor();
    const text = readFileSync(join(root, report), 'utf8');
    // The text as far as somebody has typed it: up to the value that is completed.
    const offers = async (property: string) => {
      const typed = text.slice(0, text.indexOf(property) + property.length);
      await write(editor, `${typed} ""`);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      const list = page.locator('.cm-tooltip-autocomplete [role=option]');
      await list.first().waitFor();
      const offered = await list.allTextContents();
      await page.keyboard.press('Escape');
      return offered;
    };
    expect(await offers('"rowKey":')).toContain('place');
    expect(await offers('"needs":')).toContain('saleV');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    { width: 1280, dark: true },
    { width: 768, dark: true },
    { width: 360, dark: false },
  ])('is without fault on every tab ($width wide, dark $dark)', async ({ width, dark }) => {
    const { page, context, complaints } = await watchedPage(browser, {
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    });
    await enter(page, app.url, 'admin', app.password, '/studio/edit?path=screens/report/mediansales.json');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: /^Median sale prices/ }).waitFor();
    await preview.getByRole('grid').waitFor();
    const faults: string[] = [];
    for (const name of ['Preview', 'Findings', 'Difference', 'History']) {
      await page.getByRole('tab', { name }).click();
      await settled(page);
      for (const line of await axeViolations(page)) faults.push(`${name}: ${line}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 1) faults.push(`${name}: ${over} px wider than the window`);
    }
    // Arrows go from tab to tab.
    await page.keyboard.press('ArrowRight');
    await preview.waitFor();
    expect([...faults, ...complaints]).toEqual([]);
    await context.close();
  });
});
