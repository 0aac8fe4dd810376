// Takes away what has had its time, a few thousand rows at a time: nobody waits for a lock of the night.
import type { Database } from '../../database/open-database.ts';
import { isForDays, type KeptForDays, type RetentionRule, retentionRules } from './rules.ts';

type Owner = Pick<Database, 'owner'>;

const batchRows = 5_000;
/** A look counts no further: it tells whether there is much to do. */
export const mostCounted = 100_000;

export interface Cleared {
  readonly table: string;
  readonly rows: number;
}

export interface RetentionLine {
  readonly table: string;
  /** In words. */
  readonly kept: string;
  readonly reason: string;
  /** Rows of the table, as the database guesses them. */
  readonly rows: number;
  readonly size_bytes: number;
  /** Rows that have had their time, at most `mostCounted`; null where none ever has. */
  readonly due: number | null;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function dueRows({ table, since, only }: KeptForDays): string {
  const may = only === undefined ? '' : ` and (${only})`;
  return `from ${quoted(table)} t where t.${quoted(since)} < $1::timestamptz - make_interval(days => $2::integer)${may}`;
}

async function clearTable(
  database: Owner,
  rule: KeptForDays,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  for (let gone = 0; ; ) {
    signal.throwIfAborted();
    const { rowCount } = await database.owner((client) =>
      client.query(
        `delete from ${quoted(rule.table)} where ctid = any (array(select t.ctid ${dueRows(rule)} limit ${batchRows}))`,
        [now.toISOString(), rule.days],
      ),
    );
    gone += rowCount;
    if (rowCount < batchRows) return gone;
  }
}

/** Answers what went, table by table; those of which nothing went are left out. */
export async function clearExpired(
  database: Owner,
  now: Date,
  { signal, told }: { readonly signal: AbortSignal; readonly told: (share: number, what: string) => void },
  rules: readonly RetentionRule[] = retentionRules,
): Promise<readonly Cleared[]> {
  const cleared: Cleared[] = [];
  const timed = rules.filter(isForDays);
  for (const [i, rule] of timed.entries()) {
    told(i / timed.length, rule.table);
    const rows = await clearTable(database, rule, now, signal);
    if (rows > 0) cleared.push({ table: rule.table, rows });
  }
  return cleared;
}

function inWords(rule: RetentionRule): string {
  if ('with' in rule) return `with ${rule.with}`;
  if ('keeps' in rule) return rule.keeps;
  return rule.days === 1 ? '1 day' : `${rule.days} days`;
}

/** What every rule says, and what would go now. Changes nothing. */
export async function lookAtRetention(
  database: Owner,
  now: Date,
  rules: readonly RetentionRule[] = retentionRules,
): Promise<readonly RetentionLine[]> {
  return database.owner(async (client) => {
    const { rows: sizes } = await client.query<{ table: string; rows: number; size: number }>(
      `select c.relname::text as table, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as size
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])`,
      [rules.map(({ table }) => table)],
    );
    const lines: RetentionLine[] = [];
    for (const rule of rules) {
      const { table } = rule;
      const of = sizes.find((size) => size.table === table);
      const due = isForDays(rule)
        ? await client.query<{ due: number }>(
            `select count(*)::integer as due from (select ${dueRows(rule)} limit ${mostCounted}) d`,
            [now.toISOString(), rule.days],
          )
        : null;
      lines.push({
        table,
        kept: inWords(rule),
        reason: 'reason' in rule ? rule.reason : '',
        rows: Math.round(of?.rows ?? 0),
        size_bytes: of?.size ?? 0,
        due: due?.rows[0]?.due ?? null,
      });
    }
    return lines;
  });
}

/** Whether the night's clearing is due: once a day, from the hour on, by the office's clock. */
export async function isClearingDue(
  database: Owner,
  kind: string,
  hour: number,
  now: Date,
  timeZone: string,
): Promise<string | null> {
  const { rows } = await database.owner((client) =>
    client.query<{ day: string | null }>(
      `select case when extract(hour from c.now) >= $3::integer
           -- What was set up today has nothing old.
           and (select min(m.applied_at) from migration m) < $2::timestamptz - interval '1 day'
           and not exists (select from job j where j.kind = $1::text
             and (j.created_at at time zone $4::text)::date = c.now::date)
         then c.now::date::text end as day
       from (select $2::timestamptz at time zone $4::text as now) c`,
      [kind, now.toISOString(), hour, timeZone],
    ),
  );
  return rows[0]?.day ?? null;
}
