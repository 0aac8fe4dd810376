// What one request or job asks of the database, under the reference that a person was told.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { Needed } from './needed.ts';

/** A place in a W3C trace (https://www.w3.org/TR/trace-context/). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Of the work itself, 16 hexadecimal digits. */
  readonly span: string;
  /** Of whoever called; null where nobody said. */
  readonly parent: string | null;
}

export interface StatementSum {
  readonly name: string;
  times: number;
  ms: number;
  rows: number;
}

export interface Work {
  /** The answer's `x-request-id`, of a job that of the request which began it. */
  readonly reference: string;
  readonly trace: Trace;
  /** Id of the operation or kind of the job; null until it is known. */
  operation: string | null;
  /** Whose it is; null for nobody's, and until it is known. */
  user: number | null;
  /** What that person's readings need; null where the primary has to be asked, as behind a writing. */
  needed: Needed | null;
  /** Ids of the jobs that it began. */
  readonly jobs: number[];
  readonly statements: Map<string, StatementSum>;
  /** Of all statements, also of those that are not told one by one. */
  asked: number;
  databaseMs: number;
}

/** Statements that a line of the log tells one by one. */
const mostNamed = 40;

const working = new AsyncLocalStorage<Work>();

export function currentWork(): Work | null {
  return working.getStore() ?? null;
}

export function within<Result>(work: Work, run: () => Result): Result {
  return working.run(work, run);
}

export function newWork(
  reference: string,
  trace: Trace,
  operation: string | null = null,
  user: number | null = null,
): Work {
  const counts = { jobs: [], statements: new Map(), asked: 0, databaseMs: 0 };
  return { reference, trace, operation, user, needed: null, ...counts };
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;

/** The caller's trace where its header is sound; else one that begins here, under the reference where that can name it. */
export function traceOf(header: unknown, reference: string): Trace {
  const span = randomBytes(8).toString('hex');
  const [, id, parent] = (typeof header === 'string' && traceparent.exec(header)) || [];
  if (id !== undefined && parent !== undefined) return { id, span, parent };
  const own = reference.replaceAll('-', '');
  return { id: /^[0-9a-f]{32}$/.test(own) ? own : randomBytes(16).toString('hex'), span, parent: null };
}

/** The same trace, gone on with by something else, such as the job of a request. */
export function continued(trace: string | null, reference: string): Trace {
  const span = randomBytes(8).toString('hex');
  return trace === null ? traceOf(null, reference) : { id: trace, span, parent: null };
}

const names = new Map<string, string>();
const mostNames = 2_000;

const tableOf = (text: string) =>
  /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)/i.exec(text)?.[1] ?? null;

/** The text without what stands in brackets: the tables of subqueries name no statement. */
function outside(text: string): string {
  const less = text.replace(/\([^()]*\)/g, ' , ');
  return less === text ? text : outside(less);
}

/** `select property 3fa9c1d2`: what is done, the first table, and a mark of the text. Values are no part of a text. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const plain = text.replace(/--[^\n]*/g, ' ').trim();
  const verb = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const table = tableOf(outside(plain)) ?? tableOf(plain) ?? '';
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = [verb, table.toLowerCase(), mark].filter((part) => part !== '').join(' ');
  if (names.size >= mostNames) names.clear();
  names.set(text, name);
  return name;
}

export function noteStatement(work: Work, text: string, ms: number, rows: number): void {
  work.asked += 1;
  work.databaseMs += ms;
  const name = statementName(text);
  const sum = work.statements.get(name);
  if (sum) {
    sum.times += 1;
    sum.ms += ms;
    sum.rows += rows;
  } else if (work.statements.size < mostNamed) work.statements.set(name, { name, times: 1, ms, rows });
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** What the log tells of it: no text, no value, nothing of a person. */
export function workEntry(work: Work): { readonly [member: string]: unknown } {
  const { trace, operation, jobs, asked, databaseMs } = work;
  return {
    ...(operation === null ? {} : { operation }),
    trace: trace.id,
    span: trace.span,
    ...(trace.parent === null ? {} : { parent: trace.parent }),
    ...(jobs.length === 0 ? {} : { jobs }),
    ...(asked === 0
      ? {}
      : {
          asked,
          databaseMs: tenths(databaseMs),
          statements: [...work.statements.values()].map(({ name, times, ms, rows }) => ({
            name,
            ...(times === 1 ? {} : { times }),
            ms: tenths(ms),
            rows,
          })),
        }),
  };
}
