// What tests of a session's end need: a clock of their own in the page, and the system parameters that decide.
import type { Browser, Page } from 'playwright';
import type { Application } from './application.ts';
import { watchedPage } from './browser.ts';
import { envelope } from './http.ts';

/** Calls beside the browser, and system parameters set as an administrator of the office would. */
export function adminOf(app: () => Application) {
  let token: string | null = null;
  const call = async (method: string, path: string, body: object | null, as: string | null) => {
    const response = await fetch(`${app().url}/api${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `JWT ${as}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: envelope(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const parameter = async (name: string, value: string | null): Promise<void> => {
    // Signed in once, as sign-ins are limited.
    token ??= (await call('POST', '/app/login', { username: 'admin', password: app().password }, null)).token;
    const { version } = await call('GET', '/app/sysparams/company', null, token);
    await call('PUT', '/app/sysparams', { version, [name]: value }, token);
  };
  return { parameter };
}

/** What the browser keeps of the session. */
export const kept = (page: Page): Promise<{ readonly [key: string]: unknown }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cadastre.session') ?? '{}'));

export const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** A page that loads with a clock that the test moves. It begins at the server's, who decides when a session ends. */
export async function clockedPage(browser: Browser) {
  const watched = await watchedPage(browser, {}, (line) => line.includes('401'));
  await watched.page.clock.install({ time: new Date() });
  return watched;
}
