import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '#server/access/totp.ts';
import { type Application, enter, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('changing the password', () => {
  it('tells every rule at its field, keeps the session, and takes the new one from then on', async () => {
    const first = await app.addUser('olive', 'valuer', '*');
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('422'));
    await signIn(page, app.url, 'olive', first);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.getByRole('button', { name: /olive/i }).click();
    await page.getByRole('button', { name: 'Change my password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change my password' });
    await dialog.waitFor();
    await expect.poll(() => scripts.some((url) => url.includes('strength'))).toBe(true);
    const change = dialog.getByRole('button', { name: 'Change password' });
    await change.click();
    await dialog.getByText('Current password is required').waitFor();
    await dialog.getByText('New password is required').waitFor();
    const [current, next, again] = [
      dialog.getByLabel('Current password'),
      dialog.getByLabel('New password', { exact: true }),
      dialog.getByLabel('New password again'),
    ];
    await next.fill('short');
    await dialog.getByText('Password must be at least 8 characters').waitFor();
    await dialog.getByText('This must match the password above').waitFor();
    const level = dialog.getByRole('status');
    await next.fill('password');
    await level.getByText('Very weak').waitFor();
    await next.fill('brass lamp 92 over the weir');
    await level.getByText('Very strong').waitFor();
    // Neither the name nor the company's words make it strong.
    await next.fill('olive');
    await level.getByText('Very weak').waitFor();
    // A hundred figures that stand for letters would hold the page up for seconds.
    await next.fill('4@81s5$'.repeat(15).slice(0, 100));
    await again.fill('x');
    await level.waitFor();
    await next.fill('password');
    await dialog.getByText('Password must be of at least moderate strength').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await current.fill('not this one');
    await next.fill('brass lamp 92 over the weir');
    await again.fill('brass lamp 92 over the weir');
    await change.click();
    await dialog.getByText('The current password is wrong').waitFor();
    await current.fill(first);
    await change.click();
    await page.getByText('Your password has been changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${app.url}/sale/index`);
    await page.getByRole('heading', { level: 1, name: 'Search sales' }).waitFor();
    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL((url) => url.pathname === '/app/login');
    await signIn(page, app.url, 'olive', 'brass lamp 92 over the weir');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An app for one-time codes: each code it tells is of a later period, and is taken for half a minute at least. */
function phone(key: string) {
  const bits = [...key.replace(/ /g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  let last = 0;
  return {
    code: () => {
      last = Math.max(last + 1, stepAt(new Date()));
      return codeOf(secret, last);
    },
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeField = (page: Page) => page.getByLabel(/^Code/);
/** Where who types a right name and password is led while a code is missing. */
async function givePassword(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${app.url}/app/login`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
  await page.waitForURL((url) => url.pathname === '/app/second-factor');
  await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
}

describe('a second factor', () => {
  it('is set up on the page of settings, asked for on the way in, and stood in for by a recovery code', async () => {
    const password = await app.addUser('sven', 'viewer', '*');
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('422'));
    await signIn(page, app.url, 'sven', password);
    await page.goto(`${app.url}/user/profile`);
    await page.getByText('You have no second factor').waitFor();
    await button(page, 'Set up second factor').click();
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
    await dialog.getByLabel('Current password').fill('not this one');
    await button(page, 'Go on').click();
    await dialog.getByText('The current password is wrong').first().waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await button(page, 'Go on').click();
    const qr = dialog.getByRole('img', { name: 'QR code for the app on your phone' });
    await qr.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const key = (await dialog.locator('strong').first().textContent()) ?? '';
    expect(await qr.getAttribute('data-address')).toContain(`secret=${key.replace(/ /g, '')}&`);
    const codes = ((await dialog.locator('code').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    const app1 = phone(key);
    await codeField(page).fill(app1.code());
    await button(page, 'Turn on').click();
    await page.getByText('Your second factor is on.', { exact: true }).waitFor();
    await page.getByText('10 recovery codes are left').waitFor();
    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL((url) => url.pathname === '/app/login');

    await givePassword(page, 'sven', password);
    // The ticket is in nobody's history of pages.
    await expect.poll(() => page.url()).toBe(`${app.url}/app/second-factor`);
    expect(await axeViolations(page)).toEqual([]);
    await codeField(page).fill('000000');
    await button(page, 'Sign in').click();
    await page
      .getByText(/^This code is wrong, was used already or is too old/)
      .first()
      .waitFor();
    await codeField(page).fill(app1.code());
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    await page.goto(`${app.url}/app/logout`);
    await page.waitForURL((url) => url.pathname === '/app/login');
    await givePassword(page, 'sven', password);
    await codeField(page).fill(codes[4] ?? '');
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${app.url}/user/profile`);
    await page.getByText('9 recovery codes are left').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is demanded by an administrator, set up on the way in, and reset where the phone is lost', async () => {
    const password = await app.addUser('runa', 'viewer', '*');
    const admin = await watchedPage(browser);
    await enter(admin.page, app.url, 'admin', app.password, '/contractor/users');
    await admin.page.getByRole('link', { name: 'runa' }).first().click();
    await admin.page.getByRole('heading', { level: 1, name: 'User runa' }).waitFor();
    await admin.page.getByLabel('Second factor required').check();
    await button(admin.page, 'Save').click();
    await admin.page.getByText('User saved').or(admin.page.getByText(/saved/i)).first().waitFor();
    const { page, context, complaints } = await watchedPage(browser);
    await givePassword(page, 'runa', password);
    await page.getByText('You sign in with a second factor from now on').waitFor();
    await button(page, 'Set it up').click();
    const dialog = page.getByRole('dialog', { name: 'Set up your second factor' });
    const key = (await dialog.locator('strong').first().textContent()) ?? '';
    await codeField(page).fill(phone(key).code());
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${app.url}/user/profile`);
    await page.getByText('only an administrator can reset it').waitFor();
    await expect.poll(() => button(page, 'Turn second factor off').count()).toBe(0);

    await admin.page.reload();
    await button(admin.page, 'Reset second factor').click();
    await admin.page
      .getByRole('dialog', { name: 'Reset the second factor of runa?' })
      .getByRole('button', { name: 'Reset' })
      .click();
    await admin.page.getByText('The second factor is reset').waitFor();
    await page.goto(`${app.url}/sale/index`);
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(admin.complaints).toEqual([]);
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
    await admin.context.close();
    await context.close();
  });
});

describe('where somebody is signed in', () => {
  it('is listed on the page of settings, each ended by itself or all others at once', async () => {
    const password = await app.addUser('tora', 'viewer', '*');
    const here = await watchedPage(browser);
    const others = [
      await watchedPage(browser, {}, (line) => line.includes('401')),
      await watchedPage(browser, {}, (line) => line.includes('401')),
    ];
    for (const { page } of others) await signIn(page, app.url, 'tora', password);
    await signIn(here.page, app.url, 'tora', password);
    await here.page.goto(`${app.url}/user/profile`);
    const grid = here.page.getByRole('grid');
    await expect.poll(() => grid.getByText('Chrome on Linux').count()).toBe(3);
    expect(await axeViolations(here.page)).toEqual([]);
    const out = async ({ page }: (typeof others)[number]) => {
      await page.goto(`${app.url}/prop/index`);
      await page.waitForURL((url) => url.pathname === '/app/login');
    };
    await here.page
      .getByRole('button', { name: /^Sign out/, exact: false })
      .and(here.page.locator('[role=grid] *'))
      .first()
      .click();
    await here.page.getByText('The session is ended').waitFor();
    await expect.poll(() => grid.getByText('Chrome on Linux').count()).toBe(2);
    await button(here.page, 'Sign out everywhere else').click();
    await here.page
      .getByRole('dialog', { name: 'Sign out everywhere else?' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await here.page.getByText('1 other sessions are ended').waitFor();
    for (const other of others) await out(other);
    await here.page.goto(`${app.url}/prop/index`);
    await here.page.getByRole('heading', { level: 1, name: 'Search properties' }).waitFor();
    for (const { context, complaints } of [here, ...others]) {
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});

describe('another e-mail address', () => {
  const letterTo = (address: string): string => {
    const folder = join(app.dataDir, 'outbox');
    const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    return (
      all
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .find((text) => text.includes(`To: ${address}`)) ?? ''
    );
  };

  it('is asked for with the password, confirmed by the link that goes there, and told to the old one', async () => {
    const password = await app.addUser('ylva', 'viewer', '*');
    await app.database.database.owner((client) =>
      client.query(`update app_user set email = 'ylva@old.example.org' where username = 'ylva'`),
    );
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('422'));
    await signIn(page, app.url, 'ylva', password);
    await page.goto(`${app.url}/user/profile`);
    await button(page, 'Change e-mail address').click();
    const dialog = page.getByRole('dialog', { name: 'Change your e-mail address' });
    await dialog.getByLabel(/^New e-mail address/).fill('ylva at home');
    await dialog.getByLabel('Current password').fill(password);
    await button(page, 'Send the link').click();
    await dialog.getByText('"ylva at home" is no e-mail address.').first().waitFor();
    await dialog.getByLabel(/^New e-mail address/).fill('ylva@new.example.org');
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Send the link').click();
    await page.getByRole('dialog', { name: 'What happens next' }).getByText('outbox folder').waitFor();
    await expect.poll(() => letterTo('ylva@new.example.org')).toContain('/app/confirm-mail#token=');
    const link = /http\S+/.exec(letterTo('ylva@new.example.org'))?.[0] ?? '';
    await page.goto(`${app.url}/user/profile`);
    await expect.poll(() => page.getByLabel(/^E-mail address/).inputValue()).toBe('ylva@old.example.org');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Confirm').click();
    await page.getByText('Messages go to ylva@new.example.org from now on.').waitFor();
    await expect.poll(() => letterTo('ylva@old.example.org')).toContain('is another one now');
    await page.goto(`${app.url}/user/profile`);
    await expect.poll(() => page.getByLabel(/^E-mail address/).inputValue()).toBe('ylva@new.example.org');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
