// The pages about the product and one's own: what is open to all, the way back to a lost password, updates, settings.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import updateTag from '#schemas/codes/updateTag.json' with { type: 'json' };
import updates from '#schemas/updates.json' with { type: 'json' };
import acknowledgements from '#src/generated/acknowledgements.json' with { type: 'json' };
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, type WatchedPage, watchedPage } from '#tests/support/browser.ts';
import { tabTo } from '#tests/support/by-keys.ts';
import { envelope } from '#tests/support/http.ts';

let app: Application;
let browser: Browser;
let guest: WatchedPage;
let own: WatchedPage;
let ownPassword: string;
const provoked = (line: string) => / (?:409|422|500) /.test(line);
beforeAll(async () => {
  [app, browser] = [await startApplication({ demo: false }), await launchBrowser()];
  guest = await watchedPage(browser, { colorScheme: 'dark' }, provoked);
  own = await watchedPage(browser, {}, provoked);
  ownPassword = await app.addUser('wilma', 'viewer', '*');
  await signIn(own.page, app.url, 'wilma', ownPassword);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const outbox = () => join(app.dataDir, 'outbox');
const letters = () => (existsSync(outbox()) ? readdirSync(outbox()) : []);

/** The link of the only letter, once it lies there. */
async function linkInOutbox(): Promise<string> {
  await expect.poll(() => letters().length).toBe(1);
  const letter = () => readFileSync(join(outbox(), letters()[0] ?? ''), 'utf8');
  await expect.poll(letter).toContain('#token=');
  return /(http\S+#token=\S+)/.exec(letter())?.[1] ?? '';
}

/** Half as wide is what 200 % zoom leaves of a window of 1280. */
async function fitsAtDoubleSize(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(wide).toBeLessThanOrEqual(0);
}

describe('the pages open to all', () => {
  it('say what the product is and what it keeps, without a sign-in, and are not counted', async () => {
    const { page, complaints } = guest;
    const counted: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('loghit')) counted.push(request.url());
    });
    const pages = [
      ['/', 'Mass property valuation', 'workbench of a mass property valuation office'],
      ['/app/privacy', 'Privacy', 'only a salted hash'],
      ['/app/mobile-privacy', 'Privacy on a phone', 'A photo is kept as the phone made it'],
    ] as const;
    for (const [path, title, text] of pages) {
      await page.goto(`${app.url}${path}`);
      await heading(page, title);
      await page.getByText(text).waitFor();
      expect(await page.title()).toBe(`Cadastre - ${title}`);
      expect(await axeViolations(page)).toEqual([]);
      await fitsAtDoubleSize(page);
    }
    await page.goto(`${app.url}/`);
    await tabTo(page, page.getByRole('link', { name: 'Sign in', exact: true }).first());
    await page.keyboard.press('Enter');
    await heading(page, 'Sign in');
    await tabTo(page, page.getByRole('link', { name: 'Forgot your password?', exact: true }));
    await page.keyboard.press('Enter');
    await heading(page, 'Reset your password');
    expect(counted).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('acknowledge every package with its version and licence, and open the text of a licence', async () => {
    const { page, complaints } = guest;
    await page.goto(`${app.url}/app/acknowledge`);
    await heading(page, 'Acknowledgements');
    const lines = page.getByRole('list').first().locator('> li');
    await expect.poll(() => lines.count()).toBe(acknowledgements.packages.length);
    const first = acknowledgements.packages.find(({ name }) => name === 'react');
    const line = lines.filter({ has: page.getByRole('button', { name: 'react', exact: true }) });
    await expect.poll(() => line.textContent()).toContain(`Version${first?.version}Licence${first?.licence}`);
    await line.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'react: MIT' });
    await dialog.getByText('Permission is hereby granted').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const bare = acknowledgements.packages.find(({ text }) => text === null)?.name;
    if (bare !== undefined) {
      await page.getByRole('button', { name: bare, exact: true }).first().click();
      await page.getByText(`${bare} brings no text of its licence.`).waitFor();
    }
    await fitsAtDoubleSize(page);
    expect(complaints).toEqual([]);
  });
});

describe('a lost password', () => {
  it('is asked for by name, with the same words for a name that nobody has', async () => {
    const { page, complaints } = guest;
    await app.addUser('rufus', 'viewer', '*');
    await page.goto(`${app.url}/app/reset-password`);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('User name is missing. Fill it in.').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const said: (string | null)[] = [];
    for (const name of ['nobody', 'rufus']) {
      await page.getByLabel('User name').fill(name);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'What happens next' });
      said.push(await dialog.getByText('outbox folder').textContent());
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(said[1]).toBe(said[0]);
    expect(complaints).toEqual([]);
  });

  it('is set anew by the link, whose token leaves the address at once and is told to nobody', async () => {
    const { page, complaints } = guest;
    const link = await linkInOutbox();
    const token = new URL(link).hash.slice('#token='.length);
    expect(token).toMatch(/^[\w-]{43}$/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto('about:blank');
    await page.goto(`${app.url}/app/reset-password${new URL(link).hash}`);
    const next = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('New password again');
    await next.waitFor();
    expect(page.url()).toBe(`${app.url}/app/reset-password`);
    await expect.poll(() => page.locator('#root').textContent()).not.toContain(token);
    const set = page.getByRole('button', { name: 'Set new password' });
    await set.click();
    await page.getByText('New password is required').first().waitFor();
    await next.fill('short');
    await page.getByText('Password must be at least 8 characters').first().waitFor();
    const level = page.locator('.cad-strength');
    for (const [typed, word] of [
      ['password', 'Very weak'],
      ['brass lamp 92 over the weir', 'Very strong'],
    ] as const) {
      await next.fill(typed);
      await level.getByText(word).waitFor();
    }
    await again.fill('another one');
    await page.getByText('This must match the password above').first().waitFor();
    await next.fill('password');
    await page.getByText('Password must be of at least moderate strength').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fitsAtDoubleSize(page);
    // What only the server knows stands at the field: whose name is in the password.
    await next.fill('rufusrufus');
    await again.fill('rufusrufus');
    await set.click();
    await page.getByText('Password must be of at least moderate strength').first().waitFor();

    await next.fill('brass lamp 92 over the weir');
    await again.fill('brass lamp 92 over the weir');
    const broken = '**/api/app/reset-password';
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await set.click();
    await page.getByText('An error occurred: Failed to reset the password.').waitFor();
    await expect.poll(() => next.inputValue()).toBe('brass lamp 92 over the weir');
    await again.press('Enter');
    await page.getByText('Your password has been changed.').waitFor();
    await heading(page, 'Sign in');
    await signIn(page, app.url, 'rufus', 'brass lamp 92 over the weir');
    await page.getByRole('button', { name: 'rufus' }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');

    await page.goto('about:blank');
    await page.goto(`${app.url}/app/reset-password#token=${token}`);
    await next.fill('brass lamp 93 over the weir');
    await again.fill('brass lamp 93 over the weir');
    await set.click();
    await page.getByText('This link was used already').first().waitFor();
    await expect.poll(() => page.locator('#root').textContent()).not.toContain('(/token)');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByLabel('User name').waitFor();

    const logs = readdirSync(join(app.dataDir, 'log')).map((name) =>
      readFileSync(join(app.dataDir, 'log', name), 'utf8'),
    );
    expect([...asked, ...logs, app.output()].filter((text) => text.includes(token))).toEqual([]);
    rmSync(outbox(), { recursive: true });
    expect(complaints).toEqual([]);
  });
});

describe('the updates', () => {
  it('are led to by the footer’s version, name their areas in colours, and are new only once', async () => {
    const { page, complaints } = own;
    const many = updates.updates.length;
    const version = page.getByRole('contentinfo').getByRole('link', { name: /^Version/ });
    await version.getByText(`${many} new`).waitFor();
    await version.click();
    await heading(page, 'Updates');
    const lines = page.getByRole('list', { name: '' }).locator('.cad-list-heading');
    await expect.poll(() => lines.count()).toBe(many);
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(many);
    await version.getByText('new').waitFor({ state: 'detached' });
    const newest = updates.updates.at(-1);
    const top = page.locator('.cad-list ol > li').first();
    await expect.poll(() => top.textContent()).toContain(newest?.title);
    const colours = await page
      .locator('.cad-tag')
      .evaluateAll((tags) => [...new Set(tags.map((tag) => getComputedStyle(tag).backgroundColor))]);
    expect(colours.length).toBe(new Set(updates.updates.flatMap(({ tags }) => tags)).size);
    for (const { code, label } of updateTag.codes)
      if (newest?.tags.includes(code)) await top.getByText(label, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fitsAtDoubleSize(page);
    await page.reload();
    await expect.poll(() => lines.count()).toBe(many);
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0);
    const group = page.getByRole('button', { name: 'About the product' });
    await expect.poll(() => group.getAttribute('data-active')).toBe('true');
    for (const [entry, text] of [
      ['Licence', 'Property Sales Information of the Valuer General'],
      ['Acknowledgements', 'made with the work of many others'],
      ['Privacy', 'My settings'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
      await heading(page, entry);
      await page.getByText(text).first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});

describe('my settings', () => {
  it('keep name and colours for every browser, and tell what is wrong at its field', async () => {
    const { page, complaints } = own;
    await page.getByRole('button', { name: /wilma/ }).click();
    await page.getByRole('banner').getByRole('link', { name: 'My settings' }).click();
    await heading(page, 'My settings');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.getByLabel(/^Full name/).fill(' ');
    await save.click();
    await page.getByText('Type your name.').first().waitFor();
    await page.getByLabel(/^Full name/).fill('Wilma Stone');
    await page.getByRole('combobox', { name: 'Colours' }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await save.click();
    await page.getByText('Your settings are saved.').waitFor();
    await page.getByRole('contentinfo').getByText('Wilma Stone').waitFor();
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await fitsAtDoubleSize(page);

    const other = await watchedPage(browser);
    await signIn(other.page, app.url, 'wilma', ownPassword);
    await other.page.locator('html[data-theme="dark"]').waitFor();
    await other.page.goto(`${app.url}/user/profile`);
    await expect.poll(() => other.page.getByLabel(/^Full name/).inputValue()).toBe('Wilma Stone');
    await other.page.getByLabel(/^Full name/).fill('Wilma Brook');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.page.getByText('Your settings are saved.').waitFor();
    await other.context.close();
    expect(other.complaints).toEqual([]);

    await page.getByLabel(/^Full name/).fill('Wilma Rivers');
    await save.click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await conflict.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => page.getByLabel(/^Full name/).inputValue()).toBe('Wilma Rivers');
    await save.click();
    await conflict.getByRole('button', { name: 'Force save' }).click();
    await page.getByRole('contentinfo').getByText('Wilma Rivers').waitFor();
    const answer = await fetch(`${app.url}/api/app/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: envelope({ username: 'wilma', password: ownPassword }),
    });
    expect(await answer.json()).toMatchObject({ user: { full_name: 'Wilma Rivers' }, theme: 'dark' });
    expect(complaints).toEqual([]);
  });
});
