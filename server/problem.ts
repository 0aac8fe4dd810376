import problems from './problems.json' with { type: 'json' };

export type ProblemCode = keyof typeof problems;

export interface Rejection {
  /** JSON pointer into the body, the query (`?name`) or the path (`{name}`). */
  readonly pointer: string;
  readonly message: string;
}

/** A refusal with a stable code; the only error whose text reaches a person. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly errors: readonly Rejection[];
  readonly details: { readonly [member: string]: unknown };
  /** Seconds after which a repeat has a chance; null where nobody knows. */
  readonly retryAfter: number | null;

  constructor(
    code: ProblemCode,
    message?: string,
    more: {
      readonly errors?: readonly Rejection[];
      readonly details?: { readonly [member: string]: unknown };
      readonly retryAfter?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    const entry = problems[code];
    super(message ?? entry.message, { cause: more.cause });
    this.code = code;
    this.status = entry.status;
    this.title = entry.title;
    this.errors = more.errors ?? [];
    this.details = more.details ?? {};
    this.retryAfter = more.retryAfter ?? null;
  }
}

/** What was looked for, or the problem that it is not there. */
export function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Problem('not-found');
  return value;
}

/** A problem as a job keeps it, for those who ask later. */
export function problemOf({ code, message, errors, details }: Problem) {
  return { code, message, errors, details };
}

/** The RFC 9457 body of a problem. */
export function problemBody(problem: Problem, reference: string): { readonly [member: string]: unknown } {
  return {
    ...problem.details,
    type: `about:blank#${problem.code}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    message: problem.message,
    errors: problem.errors,
    reference,
  };
}
