// A report of many districts is put together of what is kept of each; only those are read where something has changed.
import { createHash } from 'node:crypto';
import { type Caller, whoOf } from '../access/caller.ts';
import { databaseDay, propertiesByDistrict } from '../database/district-sizes.ts';
import { codeOf } from '../database/errors.ts';
import type { Database } from '../database/open-database.ts';
import {
  findStale,
  joinParts,
  keepGroup,
  openSeries,
  PartsGone,
  type Series,
  type Stale,
} from '../database/part-store.ts';
import { beforeReading, keepRun, pourRows, type RunName } from '../database/run-store.ts';
import type { OpenParts, OpenStanding, RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

/** Groups of districts that are read side by side. */
const lanes = 2;
const groupMs = 30_000;
/** Properties of small districts that are read together: what a statement costs by itself is paid once for them. */
const groupSize = 10_000;
/** What `kept_rows` says where parts were taken away meanwhile. */
const partsGone = 'CA001';
/** A statement that knows what day it is answers another one tomorrow. */
const knowsTheDay = /\b(office_today|current_date|now)\b/;

/** A statement whose rows are kept of each district. */
type Kept = Pick<RowSource, 'text' | 'values' | 'columns' | 'run' | 'dataset' | 'rowLimit'>;

/** What parts of different people have in common: their question and their rights, not who they are. */
async function seriesKey(source: Kept, { perms, districts }: Caller, database: Database): Promise<string> {
  const day = knowsTheDay.test(source.text) ? await databaseDay(database) : null;
  const { text, values, dataset, rowLimit } = source;
  const mine = districts === '*' ? '*' : [...districts].sort();
  const parts = [text, source.run?.types, values, dataset, rowLimit, [...perms].sort(), mine, day];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Runs the report of several districts once, and keeps what it answers. */
export async function keepTogether(
  database: Database,
  name: RunName,
  source: RowSource,
  parts: OpenParts,
  caller: Caller,
  context: Pick<ReportServer, 'now'>,
): Promise<void> {
  await untilKept(database, name, async (asked) => {
    const series = await freshSeries(database, source, parts, caller, context);
    await keepRun(database, asked, source, (owner, table) => joinParts(owner, table, series, parts, source));
  });
}

/** Runs a report over what is kept of the named queries that it stands on, and keeps what it answers. */
export async function keepOver(
  database: Database,
  name: RunName,
  source: RowSource,
  { text, valuesOf, queries }: OpenStanding,
  caller: Caller,
  context: Pick<ReportServer, 'now'>,
): Promise<void> {
  await untilKept(database, name, async (asked) => {
    const keys = new Map<string, string>();
    for (const query of queries)
      keys.set(query.name, (await freshSeries(database, query, query.parts, caller, context)).key);
    // From the primary, where they are kept.
    const options = { dataset: source.dataset, timeoutMs: groupMs, kept: [...keys.values()] };
    const over = { ...source, text, values: valuesOf(keys) };
    await keepRun(database, asked, source, (owner, table) =>
      pourRows(owner, table, over, (work) => database.read(whoOf(caller), options, work)),
    );
  });
}

/** Others take parts away only where nobody has asked for them for long, or the views are new: then all is asked again. */
async function untilKept(
  database: Database,
  name: RunName,
  keep: (asked: RunName) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const asked = await beforeReading(database, name);
    try {
      return await keep(asked);
    } catch (error) {
      if (attempt > 1 || !(error instanceof PartsGone || codeOf(error) === partsGone)) throw error;
    }
  }
}

/** The series of a statement, with all that has changed read anew. */
async function freshSeries(
  database: Database,
  source: Kept,
  parts: OpenParts,
  caller: Caller,
  context: Pick<ReportServer, 'now'>,
): Promise<Series> {
  const key = await seriesKey(source, caller, database);
  const series = await openSeries(database, key, source, context.now());
  await refresh(database, series, source, parts, caller);
  return series;
}

async function refresh(
  database: Database,
  series: Series,
  source: Kept,
  { districts, valuesOf }: OpenParts,
  caller: Caller,
): Promise<void> {
  const stale = await findStale(database, series.key, districts);
  const groups = groupsOf(stale, await propertiesByDistrict(database));
  // Of nobody: what is kept is for all who have the same rights in the districts.
  const who = { ...whoOf(caller), userId: 0 };
  const options = { dataset: source.dataset, timeoutMs: groupMs, replica: 'whole' as const };
  const lane = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      await keepGroup(database, series, group, { ...source, values: valuesOf(group) }, (work) =>
        database.read(who, options, work),
      );
  };
  await Promise.all(Array.from({ length: Math.min(lanes, groups.length) }, lane));
}

/**
 * Districts to be read by one statement each: those that were together stay together until they have grown too large for
 * it, small ones come together.
 */
export function groupsOf(stale: readonly Stale[], size: ReadonlyMap<string, number>): string[][] {
  const sizeOf = (codes: readonly string[]) => codes.reduce((sum, code) => sum + (size.get(code) ?? 0), 0);
  const known = new Map<string, string[]>();
  for (const { code, group } of stale) known.set(group ?? code, [...(known.get(group ?? code) ?? []), code]);
  const before = [...known.values()].flatMap((codes) =>
    sizeOf(codes) > groupSize ? codes.map((code) => [code]) : [codes],
  );
  const groups: string[][] = [];
  let room = 0;
  for (const codes of before) {
    const wanted = sizeOf(codes);
    const last = groups.at(-1);
    if (last && wanted <= room) {
      last.push(...codes);
      room -= wanted;
    } else {
      groups.push([...codes]);
      room = groupSize - wanted;
    }
  }
  return groups;
}
