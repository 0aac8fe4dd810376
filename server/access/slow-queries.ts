// Keeps what took long, with its plan: for administrators, the last few hundred.
import type { SlowStatement } from '../database/observation.ts';
import type { Database } from '../database/open-database.ts';
import { statementName } from '../database/work.ts';
import { planText } from './plan-text.ts';

/** Kept at most; the oldest go first, and after the days that the retention rule says. */
export const mostSlowQueries = 500;
const longestText = 20_000;
const minuteMs = 60_000;

export interface SlowQuery {
  readonly id: number;
  readonly at: string;
  readonly name: string;
  readonly statement: string;
  readonly parameters: readonly string[];
  readonly role: 'reader' | 'writer' | 'owner';
  readonly ms: number;
  readonly row_count: number;
  readonly failed: boolean;
  readonly operation: string | null;
  readonly reference: string | null;
  readonly plan: string | null;
  readonly plan_problem: string | null;
  readonly [column: string]: unknown;
}

export interface SlowQueries {
  readonly note: (statement: SlowStatement) => void;
  /** Resolves when what was noted is kept, or cannot be. */
  readonly idle: () => Promise<void>;
}

interface Options {
  readonly database: Pick<Database, 'owner'>;
  readonly now: () => Date;
  readonly log: (error: unknown) => void;
  /** How many are kept within a minute, each of which asks the database for a plan. */
  readonly perMinute?: number;
}

async function planOf({ explain, failed }: SlowStatement): Promise<readonly [string | null, string | null]> {
  try {
    return [planText(await explain()), null];
  } catch {
    // What the database says may carry values.
    return [null, failed ? 'The statement is not accepted as it stands.' : 'What it read is gone.'];
  }
}

export function createSlowQueries(options: Options): SlowQueries {
  const { database, now, perMinute = 12 } = options;
  let begun = Number.NEGATIVE_INFINITY;
  let kept = 0;
  let last = Promise.resolve();
  const keep = async (statement: SlowStatement) => {
    const [plan, problem] = await planOf(statement);
    const { text, parameters, role, ms, rows, failed, work } = statement;
    await database.owner(async (client) => {
      await client.query(
        `with kept as (
           insert into slow_query (name, statement, parameters, role, ms, row_count, failed, operation, reference, plan, plan_problem)
           values ($1::text, $2::text, $3::text[], $4::text, $5::float8, $6::bigint, $7::boolean, $8::text, $9::text, $10::text, $11::text)
           returning id)
         delete from slow_query where id <= (select id from kept) - $12::integer`,
        [
          statementName(text),
          text.slice(0, longestText),
          parameters,
          role,
          ms,
          rows,
          failed,
          work?.operation ?? null,
          work?.reference ?? null,
          plan,
          problem,
          mostSlowQueries,
        ],
      );
    });
  };
  return {
    note: (statement) => {
      // Its own keeping, where the database is so slow that this is, too.
      if (/\bslow_query\b/.test(statement.text)) return;
      const at = now().getTime();
      if (at - begun >= minuteMs || at < begun) {
        begun = at;
        kept = 0;
      }
      if (kept >= perMinute) return;
      kept += 1;
      // One after the other: plans are asked of a database that is busy already.
      last = last.then(() => keep(statement)).catch(options.log);
    },
    idle: () => last,
  };
}

/** The newest first. */
export async function readSlowQueries(
  database: Pick<Database, 'owner'>,
  limit: number,
): Promise<readonly SlowQuery[]> {
  const { rows } = await database.owner((client) =>
    client.query<SlowQuery>(
      `select id, at, name, statement, parameters, role, ms, row_count, failed, operation, reference, plan, plan_problem
       from slow_query order by id desc limit $1::integer`,
      [limit],
    ),
  );
  return rows;
}
