import type pg from 'pg';
import { DatabaseSetupError } from './errors.ts';
import { lineAndColumn, statementsOf } from './sql-statements.ts';

export interface Script {
  /** Inside the checkout. */
  readonly file: string;
  readonly sql: string;
}

/** A script of ours that the database refused: where, and in its words why. */
export class MigrationError extends DatabaseSetupError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;

  constructor(what: string, script: Script, place: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const { line, column } = lineAndColumn(script.sql, place);
    super(`${what}: ${reason.replace(/\.$/, '')}. Look at ${script.file}:${line}:${column}.`, { cause });
    this.file = script.file;
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

function positionOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('position' in error)) return null;
  const position = Number(error.position);
  return Number.isInteger(position) && position > 0 ? position - 1 : null;
}

/**
 * Where a script failed. The database says the place of what it cannot read; of what fails while it runs only the
 * statement can be told, found by running them one by one. Whatever that does is undone.
 */
export async function placeOfFailure(
  client: pg.ClientBase,
  { sql }: Script,
  error: unknown,
): Promise<number> {
  const told = positionOf(error);
  // PostgreSQL counts characters, JavaScript counts those beyond the basic plane twice.
  if (told !== null) return [...sql].slice(0, told).join('').length;
  await client.query('begin');
  try {
    for (const { text, start } of statementsOf(sql)) {
      try {
        await client.query(text);
      } catch {
        return start;
      }
    }
    return 0;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
