// The whole application as its users meet it: the real server on a port, on a database of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { inject } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { longWaitMs } from '#server/database/pool.ts';
import { addUser } from '#server/database/users.ts';
import { settled } from './browser.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { root, shareFacts, type TestServerInfo, temporaryFolder } from './database-server.ts';

export interface Application {
  readonly url: string;
  /** Its data folder; the database lies elsewhere. */
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly password: string;
  /** All lines the server printed. */
  readonly output: () => string;
  /** The process in which it runs. */
  readonly pid: number;
  readonly addUser: (username: string, role: string, districts: readonly string[] | '*') => Promise<string>;
  readonly stop: () => Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Resolves when `text` stands in what a process printed; rejects when it ends before. */
export async function printed(
  child: ChildProcess,
  output: () => string,
  text: RegExp,
  seconds = 300,
): Promise<void> {
  for (let i = 0; i < seconds * 20; i++) {
    if (text.test(output())) return;
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`"${text.source}" was not printed within ${seconds} s: ${output()}`);
}

/** A server that runs: in this process or in one of its own. */
interface Running {
  readonly pid: number;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

type Environment = { readonly [name: string]: string };

/** In a process of its own, as `npm start` runs it. */
export async function startProcess(env: Environment): Promise<Running> {
  let text = '';
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/main.ts'), '--empty'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  await printed(child, () => text, /serves http/);
  return {
    pid: child.pid ?? 0,
    output: () => text,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const slow = setTimeout(() => {
        console.error(`The server did not stop within 30 s and is killed. It printed: ${text}`);
        child.kill('SIGKILL');
      }, 30_000);
      await ended;
      clearTimeout(slow);
    },
  };
}

/** In this process, which has loaded the server's modules for the file before: a start is a tenth of the work. */
async function startHere(env: Environment): Promise<Running> {
  let text = '';
  const { serve } = await import('#server/main.ts');
  const { stop } = await serve(loadConfig(env, ['--empty']), (line) => {
    text += `${line}\n`;
  });
  return { pid: process.pid, output: () => text, stop };
}

/** The server on a database of its own, as it is when it was never used. */
export async function startApplication(
  options: {
    readonly demo?: boolean;
    /** The run's PostgreSQL; outside vitest's workers it must be given. */
    readonly server?: TestServerInfo;
    readonly env?: Environment;
    /** True: in a process of its own, as always outside vitest's workers. */
    readonly ownProcess?: boolean;
  } = {},
): Promise<Application> {
  const database = await createTestDatabase({
    demo: options.demo ?? true,
    ...(options.server ? { server: options.server } : {}),
  });
  const folder = temporaryFolder('application');
  shareFacts(options.server ?? inject('databaseServer'), folder.path);
  const port = await freePort();
  const start = options.ownProcess || !process.env.VITEST_WORKER_ID ? startProcess : startHere;
  const { pid, output, stop } = await start({
    PORT: String(port),
    DATABASE_URL: database.url,
    CADASTRE_DATA: folder.path,
    // A machine that stands still for two seconds is no database that is down.
    DATABASE_WAIT_MS: String(longWaitMs),
    ...options.env,
  });
  const password = /^\s+admin\s+(\S+)/m.exec(output())?.[1];
  if (!password) throw new Error(`No administrator's password was printed: ${output()}`);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: folder.path,
    database,
    password,
    output,
    pid,
    addUser: async (username, role, districts) =>
      database.database.owner(async (client) => {
        const made = await addUser(client, {
          username,
          fullName: username,
          role,
          allDistricts: districts === '*',
        });
        if (districts === '*') return made.password;
        const region = `Districts ${districts.join(' ')}`;
        await client.query(
          'insert into contract_region (name) select $1::text where not exists (select from contract_region where name = $1)',
          [region],
        );
        await client.query(
          `insert into region_district (region_id, district_code)
           select r.id, d.code from contract_region r, unnest($2::text[]) as d (code) where r.name = $1
           on conflict do nothing`,
          [region, districts],
        );
        await client.query(
          `insert into user_region (user_id, region_id)
           select u.id, r.id from app_user u, contract_region r where u.username = $1 and r.name = $2`,
          [username, region],
        );
        return made.password;
      }),
    stop: async () => {
      await stop();
      await database.drop();
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}

/** Signs in through the sign-in page and waits until the page that follows rests. */
export async function signIn(page: Page, url: string, username: string, password: string): Promise<void> {
  await page.goto(`${url}/app/login`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/app/login'));
  // A page that is left while its code still loads complains of the code it did not get.
  await settled(page);
}

/** What the browser keeps of the session of somebody who signed in beside it. */
export async function keptSession(url: string, username: string, password: string): Promise<string> {
  const content = Buffer.from(JSON.stringify({ username, password })).toString('base64');
  const response = await fetch(`${url}/api/app/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ CadastreSafeContent: content }),
  });
  if (!response.ok) throw new Error(`${username} cannot sign in: ${await response.text()}`);
  const { token, user, userInfo } = (await response.json()) as { readonly [key: string]: unknown };
  return JSON.stringify({ mvp4AuthToken: token, sessionId: `test-${username}`, user, userInfo });
}

/** Opens `path` as somebody who is signed in already; for tests that are not about signing in. */
export async function enter(
  page: Page,
  url: string,
  username: string,
  password: string,
  path = '/app/dashboard',
): Promise<void> {
  const kept = await keptSession(url, username, password);
  // An address of the same origin without the application.
  await page.goto(`${url}/version.txt`);
  await page.evaluate((text) => localStorage.setItem('cadastre.session', text), kept);
  await page.goto(`${url}${path}`);
  await settled(page);
}

/** Follows an address inside the application, as a link does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

export type { Browser };
