import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Config, loadConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { createContext } from '#server/context.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { longWaitMs } from '#server/database/pool.ts';
import { addUser, ensureAdministrator, resetPassword } from '#server/database/users.ts';
import { type DefinitionFile, readDefinitionFiles } from '#server/definitions/files.ts';
import { memoryLog } from '#server/plugins/log.ts';
import { createTestDatabase } from './database.ts';
import { shareFacts } from './database-server.ts';

export const password = 'correct horse battery';

export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: unknown };
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed body; null when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly json: any;
}

export interface Request {
  readonly token?: string | null;
  readonly body?: unknown;
  /** Sent as it is instead of an envelope. */
  readonly raw?: string | Buffer;
  readonly headers?: { readonly [name: string]: string };
  /** The address that it comes from. */
  readonly from?: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly database: Database;
  readonly log: ReturnType<typeof memoryLog>;
  /** Moves the server's clock. */
  readonly wait: (ms: number) => void;
  readonly call: (method: string, path: string, request?: Request) => Promise<Answer>;
  /** Signs in and answers the token. */
  readonly tokenOf: (username: string) => Promise<string>;
  readonly addUser: (username: string, role: string, districts: readonly string[] | '*') => Promise<void>;
  readonly reload: (screens: readonly DefinitionFile[]) => Promise<void>;
  /** A second server on the same database and data folder, as another process would be; closed before this one is. */
  readonly beside: (config?: Partial<Config>) => Promise<Beside>;
  readonly close: () => Promise<void>;
}

export interface Beside extends Pick<TestServer, 'context' | 'call' | 'close'> {
  /** All that was logged. */
  readonly log: ReturnType<typeof memoryLog>;
}

export interface TestServerOptions {
  readonly demo?: boolean;
  /** Screens and SQL instead of the repository's; entities, codes and operations are the repository's. */
  readonly screens?: { readonly [path: string]: string | object };
  readonly config?: Partial<Config>;
  readonly wrapDatabase?: (database: Database) => Database;
  readonly start?: string;
}

export function envelope(body: unknown): string {
  return JSON.stringify({
    CadastreSafeContent: Buffer.from(JSON.stringify(body), 'utf8').toString('base64'),
  });
}

export function screenFiles(screens: {
  readonly [path: string]: string | object;
}): readonly DefinitionFile[] {
  return Object.entries(screens).map(([path, content]) => ({
    path,
    bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  }));
}

function callOf(app: FastifyInstance, basePath: string): TestServer['call'] {
  return async (method, path, request = {}) => {
    const payload = request.raw ?? (request.body === undefined ? undefined : envelope(request.body));
    const response = await app.inject({
      method: method as 'GET',
      url: `${basePath}/api${path}`,
      headers: {
        ...(request.token ? { authorization: `JWT ${request.token}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(request.from === undefined ? {} : { remoteAddress: request.from }),
    });
    let json: unknown = null;
    try {
      json = JSON.parse(response.body);
    } catch {
      // The answer is no JSON.
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json,
    };
  };
}

/** A server on a database that is there already, which reads on a replica where its configuration names one. */
export async function startBeside(
  url: string,
  config: Config,
  now: () => Date,
  readFiles: () => readonly DefinitionFile[],
): Promise<Beside> {
  const target = { url };
  const readUrl = config.databaseReadUrl;
  const parts = {
    dataDir: config.dataDir,
    log: () => {},
    waitMs: longWaitMs,
    ...(readUrl === null ? {} : { readUrl }),
  };
  const database = await openTarget(target, parts, 'beside', async () => {});
  const log = memoryLog();
  const context = createContext(config, database, { now, log, readFiles });
  await context.studio.reload();
  const app = await buildApp(context);
  let closed = false;
  return {
    context,
    log,
    call: callOf(app, config.basePath),
    close: async () => {
      if (closed) return;
      closed = true;
      await app.close();
      await context.mail.idle();
      await context.jobs.close();
      await database.close();
    },
  };
}

/** The whole server on a database of its own, without a port and with a clock that the test moves. */
export async function startTestApp(options: TestServerOptions = {}): Promise<TestServer> {
  const test = await createTestDatabase({ demo: options.demo ?? false });
  const dataDir = mkdtempSync(join(tmpdir(), 'cadastre-http-'));
  shareFacts(inject('databaseServer'), dataDir);
  const database = options.wrapDatabase ? options.wrapDatabase(test.database) : test.database;
  let now = Date.parse(options.start ?? new Date().toISOString());
  const log = memoryLog();
  // What a busy machine does slowly is no row that a test expects.
  const config = { ...loadConfig({}, []), dataDir, slowQueryMs: null, ...options.config };
  const repository = readDefinitionFiles(config.root);
  const shared = options.screens ? repository.filter(({ path }) => !path.startsWith('screens/')) : repository;
  let own: readonly DefinitionFile[] = [];
  const context = createContext(config, database, {
    now: () => new Date(now),
    log,
    readFiles: () => [...shared, ...own],
  });
  const reload = (screens: readonly DefinitionFile[]) => {
    own = screens;
    return context.studio.reload();
  };
  await reload(screenFiles(options.screens ?? {}));
  await test.database.owner(async (client) => {
    await ensureAdministrator(client);
    await resetPassword(client, 'admin', password);
  });
  const app = await buildApp(context);

  const call = callOf(app, config.basePath);
  const others: Beside[] = [];

  return {
    app,
    context,
    database: test.database,
    log,
    wait: (ms) => {
      now += ms;
    },
    call,
    tokenOf: async (username) => {
      const answer = await call('POST', '/app/login', { body: { username, password } });
      if (answer.status !== 200)
        throw new Error(`Sign-in of "${username}" answered ${answer.status} ${answer.text}`);
      return String(answer.json.token);
    },
    addUser: (username, role, districts) =>
      test.database.owner(async (client) => {
        await addUser(
          client,
          { username, fullName: username, role, allDistricts: districts === '*' },
          password,
        );
        if (districts === '*') return;
        const region = `Region of ${username}`;
        await client.query('insert into contract_region (name) values ($1)', [region]);
        await client.query(
          `insert into region_district (region_id, district_code)
           select r.id, d from contract_region r, unnest($2::text[]) d where r.name = $1`,
          [region, districts],
        );
        await client.query(
          `insert into user_region (user_id, region_id)
           select u.id, r.id from app_user u, contract_region r where u.username = $1 and r.name = $2`,
          [username, region],
        );
      }),
    reload,
    beside: async (more = {}) => {
      const other = await startBeside(
        test.url,
        { ...config, ...more },
        () => new Date(now),
        () => [...shared, ...own],
      );
      others.push(other);
      return other;
    },
    close: async () => {
      for (const other of others) await other.close();
      await app.close();
      await context.mail.idle();
      await context.jobs.close();
      await context.slowQueries.idle();
      await test.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
