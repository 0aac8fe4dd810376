import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/open-database.ts';
import { type Description, describeStatement } from './describe-query.ts';
import { parseNamedSql, toPositional } from './named-parameters.ts';

/** What the database says of a statement, or what is wrong with it and where (a count of characters from 1). */
export type SqlFacts =
  | ({ readonly ok: true } & Description)
  | { readonly ok: false; readonly message: string; readonly position: number | null };

export interface FactsReader {
  readonly read: (sql: string) => Promise<SqlFacts>;
}

function isFacts(value: unknown): value is SqlFacts {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** Hash of the migrations: a changed table may change what a statement returns. */
function schemaStamp(root: string): string {
  const folder = join(root, 'server', 'database', 'migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

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

/** Prepares statements on the database; answers are kept under the data folder by the hash of SQL and schema. */
export function createFactsReader(
  database: Database,
  options: { readonly root: string; readonly dataDir: string },
): FactsReader {
  const folder = join(options.dataDir, 'facts');
  mkdirSync(folder, { recursive: true });
  const stamp = schemaStamp(options.root);
  return {
    read: async (sql) => {
      const key = createHash('sha256').update('1').update(stamp).update(sql).digest('hex').slice(0, 40);
      const file = join(folder, `${key}.json`);
      try {
        const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
        if (isFacts(kept)) return kept;
      } catch {
        // Not asked before.
      }
      let facts: SqlFacts;
      try {
        const positional = toPositional(parseNamedSql(sql));
        const description = await database.read({ userId: 0, districts: [] }, {}, (client) =>
          describeStatement(client, positional),
        );
        facts = { ok: true, ...description };
      } catch (error) {
        const refused = refusal(error, sql);
        if (!refused) throw error;
        facts = refused;
      }
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(facts));
      renameSync(`${file}.${process.pid}`, file);
      return facts;
    },
  };
}
