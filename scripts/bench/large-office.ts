// An office of 200,000 properties with the parts of the server that ask it, for what is measured on many rows.
import type { Caller } from '#server/access/caller.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { loadConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import { loadDemo } from '#server/database/demo/load.ts';
import { sizeOf } from '#server/database/demo/size.ts';
import type { Database } from '#server/database/open-database.ts';
import { ensureAdministrator } from '#server/database/users.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { memoryLog } from '#server/plugins/log.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { withDatabase } from '../database/with-database.ts';
import type { BenchLine } from './line.ts';

const properties = 200_000;
/** An office that CADASTRE_DATA names is taken when it is at least this large. */
const large = 20_000;

/** Measures with the administrator of an office. */
export type Measure = (context: Context, caller: Caller) => Promise<readonly BenchLine[]>;

async function measured(database: Database, measure: Measure): Promise<readonly BenchLine[]> {
  const config = loadConfig(process.env, []);
  const context = createContext(config, database, {
    log: memoryLog(),
    readFiles: () => readDefinitionFiles(config.root),
  });
  await context.studio.reload();
  await database.connection((client) => client.query('vacuum analyze'));
  await database.owner(ensureAdministrator);
  const caller = await readCaller(database, 1);
  if (!caller) throw new Error('The office has no administrator.');
  const lines = await measure(context, caller);
  await context.jobs.close();
  return lines;
}

async function isLarge(database: Database): Promise<boolean> {
  const { rows } = await database.owner((client) =>
    client.query<{ n: number }>('select count(*)::integer as n from property'),
  );
  return (rows[0]?.n ?? 0) >= large;
}

/** Measures on the office that CADASTRE_DATA names where it is large and is not changed, else on one made for it. */
export async function onLargeOffice(
  server: TestServerInfo,
  measure: Measure,
  { changes = false } = {},
): Promise<readonly BenchLine[]> {
  const config = loadConfig(process.env, []);
  if (!changes && (process.env.CADASTRE_DATA || config.databaseUrl !== null)) {
    const lines = await withDatabase(config, async (database) =>
      (await isLarge(database)) ? measured(database, measure) : null,
    );
    if (lines) return lines;
  }
  process.stdout.write(`Making an office of ${properties} properties …\n`);
  const test = await createTestDatabase({ server });
  try {
    await loadDemo(test.database, () => {}, sizeOf(properties));
    return await measured(test.database, measure);
  } finally {
    await test.drop();
  }
}
