// A picture of a page as a role sees it: what a definition comes to, without signing in anywhere.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { type Config, loadConfig } from '#server/config.ts';
import { owner } from '#server/database/transaction.ts';
import type { LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import { suggest } from '#src/core/suggest.ts';
import { addressBook, type GivenParams, type Opener, sampleOfRecords } from './addresses.ts';
import { asRole, databaseBeside, type Guest } from './render/guest.ts';
import { type Look, launch, takePicture } from './render/picture.ts';
import { serve } from './render/server.ts';
import { type Io, UsageError } from './verb.ts';

interface Wanted {
  /** Id of a screen, its route, or an address. */
  readonly page: string;
  readonly role: string;
  readonly file: string;
  readonly look: Look;
  readonly params: GivenParams;
}

const options = ['--as', '--out', '--width', '--height', '--dark', '--params'];

function sizeOf(text: string | undefined, option: string): number {
  const size = Number(text);
  if (!Number.isInteger(size) || size < 200 || size > 8_000)
    throw new UsageError(`${option} is "${text ?? ''}". Give a number of pixels from 200 to 8000.`);
  return size;
}

/** What the words of the command ask for. */
export function wantedOf(args: readonly string[]): Wanted {
  const given = new Map<string, string>();
  const params: { [id: string]: string | string[] } = {};
  const pages: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (!arg.startsWith('--')) pages.push(arg);
    else if (arg === '--dark') given.set(arg, '');
    else if (arg === '--params')
      for (let next = args[i + 1]; next?.includes('=') && !next.startsWith('--'); next = args[i + 1]) {
        const [id = '', value = ''] = [next.slice(0, next.indexOf('=')), next.slice(next.indexOf('=') + 1)];
        const before = params[id];
        // Named again it takes several values.
        params[id] = before === undefined ? value : [before, value].flat();
        i++;
      }
    else if (options.includes(arg)) given.set(arg, args[++i] ?? '');
    else throw new UsageError(`"${arg}" is no option of render. ${suggest(arg, options) ?? ''}`.trim());
  }
  const [page, ...more] = pages;
  if (page === undefined || more.length > 0) throw new UsageError('Name one screen or route.');
  const [role, file] = [given.get('--as'), given.get('--out')];
  if (!role) throw new UsageError('Say with --as which role looks, such as --as valuer.');
  if (!file?.endsWith('.png')) throw new UsageError('Say with --out where the picture goes, as a .png file.');
  return {
    page,
    role,
    file,
    params,
    look: {
      width: given.has('--width') ? sizeOf(given.get('--width'), '--width') : 1280,
      height: given.has('--height') ? sizeOf(given.get('--height'), '--height') : null,
      dark: given.has('--dark'),
    },
  };
}

function pathMatches(route: string, path: string): boolean {
  const steps = route.split('/');
  const given = path.split('/');
  return (
    steps.length === given.length &&
    steps.every((step, i) => step === given[i] || (step.startsWith(':') && (given[i] ?? '') !== ''))
  );
}

async function answer(url: string, token: string | null, path: string): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, { headers: { authorization: `JWT ${token}` } });
  return response.ok ? response.json() : null;
}

/** The page that is meant, with every parameter of its route filled. */
async function addressOf(url: string, pool: pg.Pool, config: Config, guest: Guest, wanted: Wanted) {
  const { entries } = (await answer(url, guest.token, '/definitions')) as {
    readonly entries: readonly ManifestEntry[];
  };
  const [path = ''] = wanted.page.split('?');
  const entry =
    entries.find(({ id, route, alias }) => id === wanted.page || [route, ...alias].includes(wanted.page)) ??
    entries.find(({ route, alias }) => [route, ...alias].some((one) => pathMatches(one, path)));
  if (!entry) {
    const names = entries.flatMap(({ id, route }) => (wanted.page.startsWith('/') ? [route] : [id]));
    throw new UsageError(
      `${guest.role} sees no page "${wanted.page}". ${suggest(wanted.page, names) ?? ''}`.trim(),
    );
  }
  const named = wanted.page === entry.id || [entry.route, ...entry.alias].includes(wanted.page);
  if (
    !named ||
    (wanted.page.startsWith('/') && !entry.route.includes(':') && Object.keys(wanted.params).length === 0)
  )
    return { route: entry.route, address: wanted.page };
  const screen = (await answer(url, guest.token, `/definitions/${entry.hash}`)) as LinkedScreen | null;
  // A broken definition has a route and no more: any address of it shows what is wrong.
  if (!screen?.params)
    return {
      route: entry.route,
      address: entry.route.replaceAll(/:(\w+)/g, (_, id) => String(wanted.params[id] ?? '1')),
    };
  const book = addressBook(config.root, {
    call: (opener: Opener, method, to, body) =>
      fetch(`${url}/api${to}`, {
        method,
        headers: {
          authorization: `JWT ${opener.token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body
          ? {
              body: JSON.stringify({
                CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64'),
              }),
            }
          : {}),
      }),
    idsOf: (table) =>
      owner({ pool }, async (client) => {
        const { rows } = await client.query<{ id: number }>(sampleOfRecords(table));
        return rows.map(({ id }) => id);
      }),
  });
  const unknown = Object.keys(wanted.params).find((id) => !screen.params.some((param) => param.id === id));
  if (unknown !== undefined) {
    const near = suggest(
      unknown,
      screen.params.map(({ id }) => id),
    );
    throw new UsageError(`${entry.id} has no parameter "${unknown}". ${near ?? ''}`.trim());
  }
  return { route: entry.route, address: await book.of(screen, guest, wanted.params) };
}

export async function renderPage(config: Config, wanted: Wanted, { out, err }: Io): Promise<number> {
  const file = resolve(wanted.file);
  mkdirSync(dirname(file), { recursive: true });
  const served = await serve(config, err);
  try {
    const pool = databaseBeside(config);
    try {
      return await asRole(config, pool, served.url, wanted.role, async (guest) => {
        const { route, address } = await addressOf(served.url, pool, config, guest, wanted);
        const browser = await launch(err);
        try {
          const picture = await takePicture(browser, served.url, address, guest, wanted.look, file);
          out(`${wanted.file} is written, ${picture.width} × ${picture.height}.`);
          out(`  route  ${route}`);
          out(`  page   ${address}`);
          out(`  title  ${picture.title}`);
          out(`  seen as ${guest.role}, user ${guest.username}`);
          for (const fault of picture.faults) err(`  failed: ${fault}`);
          return picture.faults.length > 0 ? 1 : 0;
        } finally {
          await browser.close();
        }
      });
    } finally {
      await pool.end();
    }
  } finally {
    await served.stop();
  }
}

export function render(args: readonly string[], io: Io): Promise<number> {
  return renderPage(loadConfig(process.env, []), wantedOf(args), io);
}
