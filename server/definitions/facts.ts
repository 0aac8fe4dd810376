import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableFacts } from '#src/core/link/catalog.ts';
import type { Database } from '../database/open-database.ts';
import { type Asker, askRules, type RuleFinding } from '../database/rules.ts';
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

function refusal(error: unknown, sql: string): SqlFacts | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  // Only a fault of the statement is remembered, never one of the connection.
  if (!/^(42|22|0A|2[0-9A-Z]|3[0-9D])/.test(error.code)) return null;
  const raw = 'position' in error ? Number(error.position) : Number.NaN;
  // The statement stands behind "prepare described as " or "select * from (".
  const offset = 'prepare described as '.length;
  const position = Number.isFinite(raw) ? positionInFile(sql, Math.max(1, raw - offset)) : null;
  return { ok: false, message: error.message, position };
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
  mkdirSync(folder, { recursive: true });
  const stamp = schemaStamp(options.root, schemaParts);
  const kept = async <T>(key: string, isKept: (value: unknown) => value is T, ask: () => Promise<T>) => {
    const file = join(folder, `${key}.json`);
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isKept(value)) return value;
    } catch {
      // Not asked before.
    }
    const answer = await ask();
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(answer));
    renameSync(`${file}.${process.pid}`, file);
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
    read: (sql) =>
      kept(
        createHash('sha256').update('2').update(stamp).update(sql).digest('hex').slice(0, 40),
        isFacts,
        async () => {
          try {
            const positional = toPositional(parseNamedSql(sql));
            const description = await database.read({ userId: 0, districts: [] }, {}, (client) =>
              describeStatement(client, positional),
            );
            return { ok: true, ...description };
          } catch (error) {
            const refused = refusal(error, sql);
            if (!refused) throw error;
            return refused;
          }
        },
      ),
    tables: async () => tableFactsOf(await ofSchema('tables', schemaParts, () => asked(readTables))),
    functions: async () => new Set(await ofSchema('functions', schemaParts, () => asked(readFunctions))),
    findings: () => ofSchema('rules', ruleParts, () => asked(askRules)),
  };
}
