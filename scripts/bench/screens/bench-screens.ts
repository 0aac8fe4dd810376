// Generated screens against the same ones written by hand on the same components, in one run and in turn.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { type Application, signIn, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import type { BenchLine } from '../line.ts';

const rounds = 15;
const keys = 40;

interface Subject {
  readonly name: string;
  readonly screen: string;
  readonly path: string;
  /** Elements that stand when the content is there. */
  readonly ready: string;
  readonly atLeast: number;
  /** An input to type into. */
  readonly input: string | null;
}

interface Figures {
  readonly mount: readonly number[];
  /** Script, style and layout of a key, in ms; null where nothing is typed. */
  readonly key: number | null;
  /** Gzip bytes of all JavaScript until the screen stood. */
  readonly bytes: number;
}

async function buildByHand(): Promise<{ readonly folder: string; readonly html: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-by-hand-'));
  const entry = fileURLToPath(new URL('./page/main.tsx', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    base: '/by-hand/',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      target: 'es2022',
      rollupOptions: { input: entry },
    },
  });
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as {
    readonly [file: string]: {
      readonly file: string;
      readonly css?: readonly string[];
      readonly isEntry?: boolean;
    };
  };
  const main = Object.values(manifest).find(({ isEntry }) => isEntry);
  const styles = (main?.css ?? []).map((file) => `<link rel="stylesheet" href="/by-hand/${file}">`).join('');
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>By hand</title>${styles}</head>
<body><div id="root"></div><script type="module" src="/by-hand/${main?.file}"></script></body></html>`;
  return { folder, html };
}

const types: { readonly [ending: string]: string } = { '.js': 'text/javascript', '.css': 'text/css' };

async function serveByHand(
  context: BrowserContext,
  { folder, html }: { readonly folder: string; readonly html: string },
): Promise<void> {
  await context.route(/\/by-hand\//, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/by-hand/', '');
    return route.fulfill({ path: join(folder, path), contentType: types[extname(path)] ?? 'text/plain' });
  });
  await context.route(
    (url) => !/^\/(?:api|by-hand|assets)\//.test(url.pathname),
    (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ body: html, contentType: 'text/html' })
        : route.fallback(),
  );
}

/** Runs in the page: what was fetched once is there at once, so that no network is measured. */
function rememberAnswers(): void {
  const known = new Map<string, Promise<Response>>();
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = request.method === 'GET' ? '' : await request.clone().text();
    const key = `${request.method} ${request.url} ${body}`;
    const answer = known.get(key) ?? ask(input, init);
    known.set(key, answer);
    return (await answer).clone();
  };
}

/** Goes inside the application, as a link would, and answers the milliseconds until the content is painted. */
async function go(page: Page, path: string, ready: string, atLeast: number): Promise<number> {
  return page.evaluate(
    async ({ path, ready, atLeast }) => {
      const frame = () => new Promise(requestAnimationFrame);
      const filled = () =>
        [...document.querySelectorAll(ready)].filter(
          (element) =>
            (element instanceof HTMLInputElement
              ? element.value
              : element.textContent || element.tagName === 'path') !== '',
        ).length >= atLeast;
      const start = performance.now();
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      while (!filled()) {
        if (performance.now() - start > 20_000)
          throw new Error(
            `${path} was not there after 20 s: ${document.body.textContent.replace(/\s+/g, ' ').slice(-300)}`,
          );
        await frame();
      }
      await frame();
      return performance.now() - start;
    },
    { path, ready, atLeast },
  );
}

async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((known) => known.name === name)?.value ?? 0;
  return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1000;
}

class Side {
  readonly mount: number[] = [];
  #bytes = 0;

  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async open(context: BrowserContext, origin: string): Promise<Side> {
    const page = await context.newPage();
    // The TypeScript runner names inner functions by a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(rememberAnswers);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const side = new Side(page, session);
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      void response.body().then(
        (body) => {
          side.#bytes += gzipSync(body).length;
        },
        () => {},
      );
    });
    await page.goto(`${origin}/nowhere/here`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    return side;
  }

  async round({ path, ready, atLeast }: Subject, counted: boolean): Promise<void> {
    const took = await go(this.page, path, ready, atLeast);
    if (counted) this.mount.push(took);
    await this.page.waitForTimeout(150);
    await go(this.page, '/nowhere/here', 'h1', 1);
    await this.page.waitForTimeout(50);
  }

  async type({ path, ready, atLeast, input }: Subject): Promise<number | null> {
    if (input === null) return null;
    await go(this.page, path, ready, atLeast);
    await this.page.locator(input).first().click();
    await this.page.keyboard.type('warm', { delay: 30 });
    // What was typed is looked for after a rest; drawing what was found is no part of the next key.
    await this.page.waitForTimeout(1_500);
    const before = await spent(this.session);
    for (let i = 0; i < keys; i++) {
      await this.page.keyboard.press(i % 4 === 3 ? 'Backspace' : 'a');
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return ((await spent(this.session)) - before) / keys;
  }

  figures(key: number | null): Figures {
    return { mount: this.mount, key, bytes: this.#bytes };
  }
}

async function compare(
  browser: Browser,
  app: Application,
  state: Awaited<ReturnType<BrowserContext['storageState']>>,
  byHand: Awaited<ReturnType<typeof buildByHand>>,
  constants: object,
  subject: Subject,
): Promise<{ readonly generated: Figures; readonly written: Figures }> {
  const options = { storageState: state, viewport: { width: 1280, height: 800 } };
  const [ours, theirs] = [await browser.newContext(options), await browser.newContext(options)];
  await theirs.addInitScript((known) => Object.assign(globalThis, { constants: known }), constants);
  await serveByHand(theirs, byHand);
  const generated = await Side.open(ours, app.url);
  const written = await Side.open(theirs, app.url);
  for (let i = -2; i < rounds; i++) {
    await generated.round(subject, i >= 0);
    await written.round(subject, i >= 0);
  }
  const keyOfOurs = await generated.type(subject);
  const keyOfTheirs = await written.type(subject);
  const result = { generated: generated.figures(keyOfOurs), written: written.figures(keyOfTheirs) };
  await ours.close();
  await theirs.close();
  return result;
}

async function knownPlaces(
  app: Application,
  page: Page,
): Promise<{ subjects: readonly Subject[]; constants: object }> {
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('cadastre.session') ?? '{}') as { mvp4AuthToken: string })
        .mvp4AuthToken,
  );
  const headers = { authorization: `JWT ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const content = body ? Buffer.from(JSON.stringify(body)).toString('base64') : null;
    const answer = await fetch(`${app.url}/api${path}`, {
      headers,
      ...(content === null ? {} : { method: 'POST', body: JSON.stringify({ CadastreSafeContent: content }) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json();
  };
  const { hash } = (await ask('/sales/search', { searchType: 'full', isRecent: false, criteria: [] })) as {
    readonly hash: string;
  };
  const subjects: readonly Subject[] = [
    {
      name: 'List (sales found)',
      screen: 'sale/result',
      path: `/sale/result/${hash}`,
      ready: '[role=gridcell]',
      atLeast: 60,
      input: '[type=search], input[placeholder="Find"]',
    },
    {
      name: 'Form (a sale)',
      screen: 'sale/record',
      path: '/sale/1',
      ready: '.cad-form input',
      atLeast: 8,
      input: '[name="prop_name"], [id$="prop_name"]',
    },
    {
      name: 'Report (median sales)',
      screen: 'report/mediansales',
      path: '/report/mediansales/001',
      ready: '[role=gridcell], .mark-rect path',
      // Chart and frame leave room for few rows.
      atLeast: 30,
      input: null,
    },
  ];
  const { entries } = (await ask('/definitions')) as {
    readonly entries: readonly { readonly id: string; readonly hash: string }[];
  };
  const constants: { [screen: string]: unknown } = {};
  for (const { screen } of subjects) {
    const entry = entries.find(({ id }) => id === screen);
    if (entry) constants[screen] = await ask(`/definitions/${entry.hash}`);
  }
  return { subjects, constants };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Mount time, keystrokes and bytes of a list, a form and a report: the engine's against a programmer's. */
export async function benchScreens(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const app = await startApplication({ server });
  const browser = await launchBrowser();
  const byHand = await buildByHand();
  try {
    const page = await browser.newPage();
    await signIn(page, app.url, 'admin', app.password);
    const state = await page.context().storageState();
    const { subjects, constants } = await knownPlaces(app, page);
    const lines: BenchLine[] = [];
    for (const subject of subjects) {
      const compared = await compare(browser, app, state, byHand, constants, subject).catch(
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (typeof compared === 'string') {
        lines.push({ what: subject.name, measured: `not measured: ${compared}`, budget: '' });
        continue;
      }
      const { generated, written } = compared;
      // The least of all rounds: what else the machine does can only add.
      const [ours, theirs] = [Math.min(...generated.mount), Math.min(...written.mount)];
      const usual = `${median(generated.mount).toFixed(0)} / ${median(written.mount).toFixed(0)}`;
      lines.push({
        what: `${subject.name}: mount, generated / by hand`,
        measured: `${(ours / theirs).toFixed(2)} × (${ours.toFixed(0)} / ${theirs.toFixed(0)} ms, median ${usual} ms of ${rounds})`,
        budget: '≤ 1.2 ×',
      });
      if (generated.key !== null && written.key !== null)
        lines.push({
          what: `${subject.name}: a key, generated / by hand`,
          measured: `${(generated.key / written.key).toFixed(2)} × (${generated.key.toFixed(1)} / ${written.key.toFixed(1)} ms)`,
          budget: '≤ 1.2 ×',
        });
      lines.push({
        what: `${subject.name}: JavaScript, generated / by hand`,
        measured: `${(generated.bytes / 1024).toFixed(0)} / ${(written.bytes / 1024).toFixed(0)} KB gzip`,
        budget: '',
      });
    }
    return lines;
  } finally {
    await browser.close();
    await app.stop();
    rmSync(byHand.folder, { recursive: true, force: true });
  }
}
