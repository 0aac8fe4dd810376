import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, freePort, signIn, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
/** Browsers hand out passkeys at this name without https; never at 127.0.0.1. */
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  app = await startApplication({ demo: false, env: { PORT: String(port), PUBLIC_URL: url } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A device of Chromium's own that makes passkeys and checks who uses it. */
async function device(page: Page): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { cdp, id: authenticatorId };
}

async function givePassword(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${url}/app/logout`);
  await page.waitForURL((to) => to.pathname === '/app/login');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
}

describe('a passkey', () => {
  it('is made on the page of settings, signs in after the password, and is removed by itself', async () => {
    const password = await app.addUser('sven', 'viewer', '*');
    const { page, context, complaints } = await watchedPage(browser, {}, (line) => line.includes('422'));
    const { cdp, id } = await device(page);
    const made = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;
    await signIn(page, url, 'sven', password);
    await page.goto(`${url}/user/profile`);
    await page.getByText('You have no passkey.').waitFor();
    await button(page, 'Add a passkey').click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Current password').fill('not this one');
    await button(page, 'Go on').click();
    await dialog.getByText('The current password is wrong').first().waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await button(page, 'Go on').click();
    await dialog.getByLabel('Name').fill('Office laptop');
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Make the passkey').click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    const [recovery = ''] = ((await codes.locator('code').textContent()) ?? '').split('\n');
    expect(recovery).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await made()).toHaveLength(1);
    expect((await made())[0]).toMatchObject({ rpId: 'localhost', signCount: 1 });
    await page.keyboard.press('Escape');
    await codes.waitFor({ state: 'detached' });
    await page.getByText('you are asked for a passkey as well as the password').waitFor();
    await page.getByText('10 recovery codes are left').waitFor();
    await page.getByText('Office laptop', { exact: true }).waitFor();

    await givePassword(page, 'sven', password);
    expect(await axeViolations(page)).toEqual([]);
    // Who is not verified by the device does not come in.
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await button(page, 'Use a passkey').click();
    await page
      .getByText(/^No passkey came/)
      .first()
      .waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
    await button(page, 'Use a passkey').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    await givePassword(page, 'sven', password);
    await page.getByLabel(/^Code/).fill(recovery);
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    await page.goto(`${url}/user/profile`);
    await page.getByText('9 recovery codes are left').waitFor();
    await button(page, 'Remove').click();
    const removal = page.getByRole('dialog', { name: 'Remove the passkey Office laptop' });
    await removal.getByLabel('Current password').fill(password);
    await removal.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The passkey is removed.').waitFor();
    await page.getByText('You have no second factor').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is not offered at an address that is not its own, and the page says where it works', async () => {
    const password = await app.addUser('runa', 'viewer', '*');
    const { page, context, complaints } = await watchedPage(browser);
    await device(page);
    await signIn(page, app.url.replace(/:\d+$/, url.slice(url.lastIndexOf(':'))), 'runa', password);
    await page.goto(page.url().replace(/\/app\/.*/, '/user/profile'));
    await button(page, 'Add a passkey').click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Current password').fill(password);
    await button(page, 'Go on').click();
    await dialog.getByLabel('Name').fill('Office laptop');
    await button(page, 'Make the passkey').click();
    await page
      .getByText('Passkeys work at the address localhost only. Open this page there.')
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
