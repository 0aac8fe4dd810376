import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { envelope } from '#tests/support/http.ts';

let app: Application;
let browser: Browser;

/** What the browser tells a page whose tab or window is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('an open page', () => {
  it('says that it is gone: with what was typed, or as a page that does not exist', async () => {
    const secret = await app.addUser('worker', 'valuer', '*');
    const typing = await watchedPage(browser, {}, (line) => /40[34]/.test(line));
    await enter(typing.page, app.url, 'worker', secret, '/sale/2');
    await typing.page.getByLabel('Purpose').fill('STILL HERE');
    const reading = await typing.context.newPage();
    await reading.goto(`${app.url}/sale/3`);
    await reading.getByLabel('Purpose').waitFor();
    await app.database.database.owner((client) =>
      client.query(
        `delete from role_permission where perm = 'saleV' and role_id = (select id from role where name = 'valuer')`,
      ),
    );
    await typing.page.waitForTimeout(5_100);
    for (const page of [typing.page, reading]) await lookAgain(page);
    await typing.page.getByText('This page is not available to you any more.').waitFor();
    // Rights and menu follow a moment later; the text outlives that too.
    await settled(typing.page);
    await typing.page.waitForTimeout(1_500);
    await expect.poll(() => typing.page.getByLabel('Purpose').inputValue()).toBe('STILL HERE');
    await reading.getByRole('heading', { name: 'Page not found' }).waitFor();
    await typing.context.close();
  });

  it('has at once the menu, pages, calls and fields of a role that somebody else edits', async () => {
    const signIn = async (username: string, password: string) =>
      (await post('/app/login', { username, password }, null)).token as string;
    const post = async (path: string, body: object, token: string | null) => {
      const response = await fetch(`${app.url}/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `JWT ${token}` }),
        },
        body: envelope(body),
      });
      expect(response.ok).toBe(true);
      return response.json();
    };
    const perms = ['propV', 'saleV', 'repoV'].map((perm) => ({ perm }));
    const made = {
      request_id: randomUUID(),
      name: 'helper',
      title: 'Helper',
      permissions: perms,
    };
    const role = await post('/roles', made, await signIn('admin', app.password));
    const secret = await app.addUser('helper', 'helper', '*');
    const own = await signIn('helper', secret);
    const may = async (path: string) =>
      (await fetch(`${app.url}/api${path}`, { headers: { authorization: `JWT ${own}` } })).status;
    const second = await watchedPage(browser);
    await enter(second.page, app.url, 'helper', secret, '/sale/2');
    await second.page.getByLabel('Purpose').waitFor();
    const menu = (name: string) => second.page.getByRole('link', { name, exact: true });
    await menu('Statistical reports').waitFor();
    expect(await menu('Import files').count()).toBe(0);
    expect(await second.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect([await may('/imports'), await may('/definitions')]).toEqual([403, 200]);

    const first = await watchedPage(browser);
    await enter(first.page, app.url, 'admin', app.password, `/contractor/roles/${role.id}`);
    // By keyboard alone: arrows from box to box, Space ticks.
    await first.page.getByRole('checkbox', { name: 'See sales' }).focus();
    await first.page.keyboard.press('ArrowRight');
    await first.page.keyboard.press('Space');
    await first.page.getByRole('checkbox', { name: 'Import files' }).press('Space');
    await first.page.getByRole('checkbox', { name: 'See reports' }).press('Space');
    await first.page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await first.page.getByText('is saved').waitFor();

    // Any answer tells; nobody signs in anew.
    await second.page.getByRole('tab', { name: 'History' }).click();
    await menu('Import files').waitFor();
    await second.page.getByRole('tab', { name: 'Details' }).click();
    await second.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(await menu('Statistical reports').count()).toBe(0);
    expect(await may('/imports')).toBe(200);
    await menu('Import files').click();
    await second.page.getByRole('heading', { level: 1, name: 'Import files' }).waitFor();
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  });
});
