// An office of 200,000 properties, or of the state (`npm run bench -- state`), with the parts of the server that ask it, for what is measured on many rows.
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
import { keepPlans } from './plans.ts';

/** What is measured is an office of the whole state, as `npm run admin -- demo --state` makes it. */
export const ofState = process.argv.slice(2).includes('state');
export const officeName = ofState ? 'an office of the state' : 'an office of 200,000 properties';
const properties = 200_000;
/** An office that CADASTRE_DATA names is taken when it is at least this large. */
export const large = ofState ? 2_000_000 : 20_000;
/** Milliseconds from which on a statement's plan is printed, of the state. */
const slowMs = 300;

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
  const plans = ofState ? keepPlans(database.observation, slowMs) : null;
  const lines = await measure(context, caller);
  await context.jobs.close();
  for (const line of (await plans?.()) ?? []) process.stdout.write(`  ${line}\n`);
  return lines;
}

interface Wanted {
  /** It is changed for good: an office of the state alone, because another is made instead of a smaller one. */
  readonly changes?: boolean;
  /** Nothing of a real office, though it stays as it is. */
  readonly madeUp?: boolean;
}

/** Large enough; where it is changed, nothing of a real office's. */
async function isFit(database: Database, { changes, madeUp }: Wanted): Promise<boolean> {
  const { rows } = await database.owner((client) =>
    client.query<{ n: number; real: boolean }>(
      'select count(*)::integer as n, exists (select from property where not synthetic) as real from property',
    ),
  );
  const [office] = rows;
  if (office === undefined || office.n < large) return false;
  return !(changes && !ofState) && !((changes || madeUp) && office.real);
}

/** Measures on the office that CADASTRE_DATA names; null where it names none that is large and may be changed so. */
export async function onNamedOffice(
  measure: Measure,
  wanted: Wanted = {},
): Promise<readonly BenchLine[] | null> {
  const config = loadConfig(process.env, []);
  if (!process.env.CADASTRE_DATA && config.databaseUrl === null) return null;
  return withDatabase(config, async (database) =>
    (await isFit(database, wanted)) ? measured(database, measure) : null,
  );
}

/**
 * Measures on the office that CADASTRE_DATA names where it is large and is not changed, else on one made for it. One of the
 * state is changed, too, where all that it holds is made up: to make another takes half an hour.
 */
export async function onLargeOffice(
  server: TestServerInfo,
  measure: Measure,
  wanted: Wanted = {},
): Promise<readonly BenchLine[]> {
  const lines = await onNamedOffice(measure, wanted);
  if (lines) return lines;
  if (ofState)
    throw new Error(
      'CADASTRE_DATA names no office of the state. Make one: CADASTRE_DATA=FOLDER npm run admin -- demo --state',
    );
  process.stdout.write(`Making ${officeName} …\n`);
  const test = await createTestDatabase({ server });
  try {
    await loadDemo(test.database, () => {}, sizeOf(properties));
    return await measured(test.database, measure);
  } finally {
    await test.drop();
  }
}
