// kill -9 of the server and of its database while definitions are published: what was acknowledged is in force and in
// the history, nothing is half, and the page opens.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KillPlace } from './in-folder.ts';
import { momentAfter, Office, pause, randomOf } from './office.ts';
import type { KillResult } from './save-rounds.ts';

const path = 'screens/sale/index.json';
const id = 'sale/index';

interface Acknowledged {
  readonly version: number;
  readonly title: string;
}

interface InForce {
  readonly baseHash: string | null;
  readonly draftVersion: number | null;
}

async function inForce(office: Office): Promise<InForce> {
  const { body } = await office.call('GET', `/studio/definition?path=${encodeURIComponent(path)}`);
  const draft = body.draft as { readonly version?: number } | null;
  return {
    baseHash: typeof body.base_hash === 'string' ? body.base_hash : null,
    draftVersion: draft?.version ?? null,
  };
}

/** Publishes one title after the other until `stopped`; answers the titles that were sent and not answered. */
async function publishOn(
  office: Office,
  definition: { readonly [key: string]: unknown },
  label: string,
  stopped: () => boolean,
  acknowledged: (one: Acknowledged) => void,
): Promise<readonly string[]> {
  const open: string[] = [];
  for (let n = 0; !stopped(); n++) {
    const title = `${label} ${n}`;
    try {
      const { baseHash, draftVersion } = await inForce(office);
      const kept = await office.call('PUT', '/studio/draft', {
        path,
        text: JSON.stringify({ ...definition, title }),
        version: draftVersion,
      });
      if (kept.status !== 200) continue;
      open.push(title);
      const answer = await office.call('POST', '/studio/publish', {
        path,
        draft_version: kept.body.version,
        base_hash: baseHash,
        note: title,
      });
      if (answer.status !== 200) continue;
      open.pop();
      acknowledged({ version: Number(answer.body.version), title });
    } catch {
      // No answer came: the version may be there or not, but never half.
    }
  }
  return open;
}

/** What the server keeps; `expected` are the titles that may be newest, null where none may be, `file` the file's. */
async function check(
  office: Office,
  acknowledged: readonly Acknowledged[],
  expected: ReadonlySet<string | null>,
  file: unknown,
): Promise<{ readonly broken: readonly string[]; readonly newest: string | null }> {
  const broken: string[] = [];
  const history = await office.call('GET', `/studio/history?path=${encodeURIComponent(path)}`);
  const items = history.body.items as readonly { readonly version: number; readonly note: string }[];
  const notes = new Map(items.map((item) => [item.version, item.note]));
  for (const { version, title } of acknowledged)
    if (notes.get(version) !== title)
      broken.push(
        `Version ${version} was acknowledged as "${title}", the history has "${notes.get(version)}".`,
      );
  if (notes.size !== items.length) broken.push('The history has a version twice.');
  const newest = Math.max(0, ...notes.keys());
  if (newest !== items.length)
    broken.push(`The newest version is ${newest}, the history has ${items.length}.`);
  const { body } = await office.call('GET', '/definitions');
  const entries = body.entries as readonly {
    readonly id: string;
    readonly hash: string;
    readonly title: unknown;
  }[];
  const entry = entries.find((one) => one.id === id);
  const last = notes.get(newest) ?? null;
  if (!expected.has(last))
    broken.push(`Newest in the history is "${last}", which was neither acknowledged last nor open.`);
  if (entry?.title !== (last ?? file))
    broken.push(`In force is "${String(entry?.title)}", the history's newest is "${last}".`);
  const screen = await office.call('GET', `/definitions/${entry?.hash}`);
  if (screen.status !== 200) broken.push(`The screen in force does not open: ${screen.status}.`);
  return { broken, newest: last };
}

/** Runs the rounds; odd ones kill the server, even ones its database. */
export async function killPublishes(options: KillPlace): Promise<KillResult> {
  chmodSync(options.folder, 0o755);
  const random = randomOf(options.seed);
  const office = new Office(options);
  const broken: string[] = [];
  const killed = { servers: 0, databases: 0 };
  const acknowledged: Acknowledged[] = [];
  let settled: string | null = null;
  let known = 0;
  const definition = JSON.parse(readFileSync(join(options.root, path), 'utf8')) as {
    readonly [key: string]: unknown;
  };
  await office.start();
  try {
    const password = office.printedPassword();
    await office.signIn(password);
    for (let round = 1; round <= options.rounds; round++) {
      const server = round % 2 === 1;
      const after = 100 + Math.floor(random() * 900);
      let stop = false;
      const publishing = publishOn(
        office,
        definition,
        `Round ${round}`,
        () => stop,
        (one) => acknowledged.push(one),
      );
      await momentAfter(after, () => acknowledged.length > 0);
      if (server) {
        await office.kill();
        killed.servers += 1;
      } else {
        office.killDatabase();
        killed.databases += 1;
      }
      await pause(200);
      stop = true;
      const open = await publishing;
      if (!server) await office.stop();
      await office.start();
      await office.signIn(password);
      // A version that got no answer may have come into force, and then it is what the next round begins with.
      const before = acknowledged.length > known ? (acknowledged.at(-1)?.title ?? null) : settled;
      const found = await check(office, acknowledged, new Set([before, ...open]), definition.title);
      broken.push(...found.broken);
      settled = found.newest;
      known = acknowledged.length;
      options.log(
        `Round ${round}: the ${server ? 'server' : 'database'} was killed after ${after} ms; ${acknowledged.length} versions acknowledged so far.`,
      );
    }
  } finally {
    await office.stop();
  }
  return {
    acknowledged: acknowledged.length,
    killedServers: killed.servers,
    killedDatabases: killed.databases,
    broken,
  };
}
