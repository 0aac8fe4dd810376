import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TableFacts } from '#src/core/link/catalog.ts';
import { codeOf, isDatabaseDown, NewerSchemaError } from '../database/errors.ts';
import type { Database } from '../database/open-database.ts';
import { type Asker, findingsOf, type RuleFinding } from '../database/rules.ts';
import { itself } from '../database/transaction.ts';
import { type Description, describeStatement } from './describe-query.ts';
import { parseNamedSql, toPositional } from './named-parameters.ts';
import { readFunctions, readTables, tableFactsOf } from './table-facts.ts';

/** What the database says of a statement, or what is wrong with it and where (a count of characters from 1). */
export type SqlFacts =
  | ({ readonly ok: true } & Description)
  | { readonly ok: false; readonly message: string; readonly position: number | null };

export interface FactsReader {
  readonly read: (sql: string) => Promise<SqlFacts>;
  /** What was found out of a statement before, or is found out and kept; absent where nothing is kept. */
  readonly keep?: <T>(
    name: string,
    sql: string,
    isKept: (value: unknown) => value is T,
    ask: () => Promise<T>,
  ) => Promise<T>;
  /** Tables and views; absent where entities are not compared with a database. */
  readonly tables?: () => Promise<ReadonlyMap<string, TableFacts>>;
  /** Functions that a request may call, each as `name(type, …)`. */
  readonly functions?: () => Promise<ReadonlySet<string>>;
  /** What the rules about the database find. */
  readonly findings?: () => Promise<readonly RuleFinding[]>;
}

function isFacts(value: unknown): value is SqlFacts {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** Hash of what makes the schema: a changed table or view may change what a statement returns. */
function schemaStamp(root: string, parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const folder = join(root, 'server', 'database', part);
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.sql') || name.endsWith('.json'))
        hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

const schemaParts = ['migrations', 'views'];
// The rules with what they read and what is accepted, which lie in the folder above them.
const ruleParts = [...schemaParts, '.', 'rules'];

/** Position in the file of a position in the positional text, which is shorter where a name became `$n`. */
function positionInFile(sql: string, position: number): number {
  const named = parseNamedSql(sql);
  const names = [...new Set(named.names)];
  let inText = 0;
  let inFile = 0;
  for (const [i, part] of named.parts.entries()) {
    if (position <= inText + part.length) return inFile + (position - inText);
    inText += part.length;
    inFile += part.length;
    const name = named.names[i];
    if (name !== undefined) {
      inText += `$${names.indexOf(name) + 1}`.length;
      inFile += name.length + 1;
      if (position <= inText) return inFile - name.length;
    }
  }
  return Math.min(inFile, sql.length);
}

interface Refused {
  readonly facts: SqlFacts;
  /** Whether the same statement is refused the next time, too: not where memory, disk or time ran out. */
  readonly lasting: boolean;
}

/** What the database says of the statement; null where it says nothing of anything. */
function refusal(error: unknown, sql: string): Refused | null {
  if (!(error instanceof Error) || isDatabaseDown(error) || error instanceof NewerSchemaError) return null;
  const raw = 'position' in error ? Number(error.position) : Number.NaN;
  // The statement stands behind "prepare described as " or "select * from (".
  const offset = 'prepare described as '.length;
  const position = Number.isFinite(raw) ? positionInFile(sql, Math.max(1, raw - offset)) : null;
  const code = codeOf(error) ?? '';
  return {
    facts: { ok: false, message: error.message, position },
    lasting: /^(0A|2[0-9A-Z]|3[0-9D]|42|54)/.test(code),
  };
}

/** Characters of a statement with the queries that it uses; nobody writes as much. */
const longestStatement = 1_000_000;

/** What no database needs to be asked for: some of it would break the connection off. */
function unreadable(sql: string): SqlFacts | null {
  const at = sql.indexOf('\u0000');
  if (at >= 0)
    return { ok: false, message: 'it holds a NUL character, which no statement may', position: at + 1 };
  const bad = sql.indexOf('\ufffd');
  if (bad >= 0)
    return { ok: false, message: 'it is not UTF-8, or holds the sign for what is not', position: bad + 1 };
  if (sql.length <= longestStatement) return null;
  return { ok: false, message: `it is longer than ${longestStatement} characters`, position: null };
}

const patienceMs = 10_000;

/** True as soon as the database answers again. */
async function answersAgain(database: Database): Promise<boolean> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(250))
    if (
      await database.ping().then(
        () => true,
        () => false,
      )
    )
      return true;
  return false;
}

/** A statement that breaks its connection off twice, while the database goes on, is at fault itself. */
async function describe(
  database: Database,
  sql: string,
): Promise<Refused | { readonly facts: SqlFacts; readonly lasting: true }> {
  const early = unreadable(sql);
  if (early) return { facts: early, lasting: true };
  const positional = toPositional(parseNamedSql(sql));
  for (let broken = 0; ; broken++) {
    try {
      const description = await database.read({ userId: 0, districts: [] }, {}, (client) =>
        describeStatement(client, positional),
      );
      return { facts: { ok: true, ...description }, lasting: true };
    } catch (error) {
      const refused = refusal(error, sql);
      if (refused) return refused;
      if (!(await answersAgain(database))) throw error;
      const message = 'the database broke off when it was asked about it';
      if (broken > 0) return { facts: { ok: false, message, position: null }, lasting: false };
    }
  }
}

/**
 * Prepares statements on the database; answers are kept under the data folder by the hash of SQL and schema. What the
 * database says of its tables is kept where it is made of the migrations alone, as the one that definitions are
 * checked with.
 */
export function createFactsReader(
  database: Database,
  options: { readonly root: string; readonly dataDir: string; readonly keepTables?: boolean },
): FactsReader {
  const folder = join(options.dataDir, 'facts');
  const stamp = schemaStamp(options.root, schemaParts);
  const fileOf = (key: string) => join(folder, `${key}.json`);
  const recall = <T>(key: string, isKept: (value: unknown) => value is T): T | null => {
    try {
      const value: unknown = JSON.parse(readFileSync(fileOf(key), 'utf8'));
      return isKept(value) ? value : null;
    } catch {
      return null;
    }
  };
  const remember = (key: string, answer: unknown): void => {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${fileOf(key)}.${process.pid}`, JSON.stringify(answer));
      renameSync(`${fileOf(key)}.${process.pid}`, fileOf(key));
    } catch {
      // It is asked again the next time.
    }
  };
  const kept = async <T>(key: string, isKept: (value: unknown) => value is T, ask: () => Promise<T>) => {
    const known = recall(key, isKept);
    if (known) return known;
    const answer = await ask();
    remember(key, answer);
    return answer;
  };
  // The catalogue is open to everybody.
  const asked = <T>(ask: (client: Asker) => Promise<T>) => database.read(itself, {}, (client) => ask(client));
  const ofSchema = <T>(name: string, parts: readonly string[], ask: () => Promise<readonly T[]>) =>
    options.keepTables === true
      ? kept(
          `${name}-${schemaStamp(options.root, parts).slice(0, 40)}`,
          (value): value is readonly T[] => Array.isArray(value),
          ask,
        )
      : ask();
  return {
    read: async (sql) => {
      const key = createHash('sha256').update('2').update(stamp).update(sql).digest('hex').slice(0, 40);
      const known = recall(key, isFacts);
      if (known) return known;
      const { facts, lasting } = await describe(database, sql);
      if (lasting) remember(key, facts);
      return facts;
    },
    keep: (name, sql, isKept, ask) =>
      kept(`${name}-${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`, isKept, ask),
    tables: async () => tableFactsOf(await ofSchema('tables', schemaParts, () => asked(readTables))),
    functions: async () => new Set(await ofSchema('functions', schemaParts, () => asked(readFunctions))),
    findings: () => ofSchema('rules', ruleParts, () => findingsOf(database)),
  };
}
