import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { hasDemo, loadDemo, removeDemo } from '#server/database/demo/load.ts';
import {
  bytesOf,
  type DemoSize,
  mostProperties,
  sizeOf,
  stateSize,
  usualSize,
} from '#server/database/demo/size.ts';
import type { Database } from '#server/database/open-database.ts';
import { argumentsOf, UsageError } from './usage.ts';
import { withDatabase } from './with-database.ts';

export async function demoCommand(args: readonly string[], config: Config): Promise<void> {
  const { words, options } = argumentsOf(args, ['properties'], ['state']);
  const wanted = options.get('properties');
  const state = options.has('state');
  if (state && wanted !== undefined) throw new UsageError('"demo" takes --state or --properties, not both.');
  const sized = state || wanted !== undefined;
  const [verb = sized ? 'load' : undefined, extra] = words;
  if (extra !== undefined || (verb !== 'remove' && verb !== 'load'))
    throw new UsageError('"demo" is followed by load or remove.');
  if (verb === 'remove' && sized) throw new UsageError('"demo remove" removes all of it.');
  const size = wanted === undefined ? usualSize : sizeOf(propertiesOf(wanted));
  await withDatabase(config, async (database) => {
    if (verb === 'remove') return remove(database);
    const chosen = state ? stateSize(await districtsOf(database)) : size;
    if (chosen.bulk === true) await demandRoom(chosen, config);
    await load(database, chosen);
  });
}

async function load(database: Database, size: DemoSize): Promise<void> {
  const begun = Date.now();
  const since = () => Math.round((Date.now() - begun) / 1000);
  const { users, counts } = await loadDemo(
    database,
    (done, message) =>
      console.log(`${String(Math.round(done * 100)).padStart(3)} %  ${since()} s  ${message}`),
    size,
  );
  if (size.bulk === true) {
    console.log(`Tidying up for the first who ask …  ${since()} s`);
    await database.connection((client) => client.query('vacuum analyze'));
  }
  for (const [table, count] of Object.entries(counts))
    console.log(`${table}: ${count.toLocaleString('en-AU')} rows`);
  console.log(`Loaded in ${since()} s.`);
  for (const { username, password } of users) console.log(`${username}  ${password}`);
}

async function remove(database: Database): Promise<void> {
  const had = await hasDemo(database);
  const counts = await removeDemo(database);
  for (const [table, count] of Object.entries(counts))
    if (count > 0) console.log(`${table}: ${count} rows removed`);
  console.log(had ? 'The demo data is removed.' : 'There was no demo data.');
}

/** Those that land is valued in: codes from 900 on stand for what lies outside. */
async function districtsOf(database: Database): Promise<readonly string[]> {
  const { rows } = await database.owner((client) =>
    client.query<{ code: string }>("select code from district where current and code < '900' order by code"),
  );
  return rows.map(({ code }) => code);
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`;

/** Before anything is written: a disk that fills up ends more than this command. */
async function demandRoom(size: DemoSize, { dataDir, databaseUrl }: Config): Promise<void> {
  const needed = bytesOf(size);
  if (databaseUrl !== null) {
    console.log(`The database needs about ${gigabytes(needed)} of its disk.`);
    return;
  }
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free < needed)
    throw new Error(
      `This needs about ${gigabytes(needed)}; the disk of ${dataDir} has ${gigabytes(free)} free.`,
    );
  console.log(
    `About ${gigabytes(needed)} of the ${gigabytes(free)} that are free on the disk of ${dataDir}.`,
  );
}

function propertiesOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 10_000 || count > mostProperties)
    throw new UsageError(`--properties takes a whole number from 10000 to ${mostProperties}, not "${text}".`);
  return count;
}
