// A program beside a newer one, which has brought the tables to its own version: who started first goes on with what still fits.
import type pg from 'pg';
import { codeOf, NewerSchemaError } from './errors.ts';
import { knownMigrations } from './migrate.ts';

/** The last migration that this program does not know. */
export interface NewerSchema {
  readonly number: number;
  readonly name: string;
}

/**
 * What a statement meets where tables, columns, functions or keys are others than it was written for. 23502: a column that
 * it knows nothing of wants a value. 0A000, XX000: what it reads was made anew while it was prepared.
 */
const misfit = /^(42P01|42P02|42P10|42703|42704|42804|42809|42883|428C9|23502|0A000|XX000)$/;

export function watchSchema(pool: pg.Pool) {
  const known = knownMigrations();
  const newer = async (): Promise<NewerSchema | null> => {
    const { rows } = await pool.query<NewerSchema>(
      'select number, name from migration where number <> all ($1::integer[]) order by number desc limit 1',
      [known],
    );
    return rows[0] ?? null;
  };
  /** Does the work, and tells what does not fit any more from what this program has always got wrong. */
  const fitting = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      const code = codeOf(error);
      if (code === null || !misfit.test(code) || (await newer().catch(() => null)) === null) throw error;
      throw new NewerSchemaError(code, { cause: error });
    }
  };
  return { newer, fitting };
}
