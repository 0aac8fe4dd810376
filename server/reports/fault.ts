import type { Caller } from '../access/caller.ts';
import { codeOf, isDatabaseDown, NewerSchemaError } from '../database/errors.ts';
import { Problem, type ProblemCode } from '../problem.ts';
import type { Ask } from './row-source.ts';

interface SecurityLog {
  readonly security: (event: string, entry: { readonly [member: string]: unknown }) => void;
}

/** What took more than a report may: time, waiting for a lock, memory, temporary files, or bytes of one answer. */
function spent(error: Error, code: string): ProblemCode | null {
  if (code === '57014' || code === '55P03' || code === '25P04') return 'query-too-long';
  if (error.name === 'AnswerTooLargeError') return 'answer-too-large';
  return code === '53200' || code === '53400' || code.startsWith('54') ? 'query-too-large' : null;
}

/** An SQLSTATE by which the database refuses a statement, and not the moment at which it was asked. */
function isRefusal(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|40|53|57|58)/.test(code);
}

/**
 * What became of a report or list: a statement that took too much is written into the security log; one that the
 * database refuses while it runs is told at its source. Neither is a 500.
 */
export function databaseFault(error: unknown, ask: Ask, caller: Caller, log: SecurityLog): unknown {
  if (!(error instanceof Error) || error instanceof Problem || isDatabaseDown(error)) return error;
  if (error instanceof NewerSchemaError) return error;
  const code = codeOf(error) ?? '';
  const at = (message: string) => ({
    errors: [{ pointer: '/source', message: `Source "${ask.source}" of page "${ask.screen}": ${message}` }],
    cause: error,
  });
  const limit = spent(error, code);
  if (limit !== null) {
    log.security('report-stopped', { user: caller.id, screen: ask.screen, source: ask.source, why: limit });
    return new Problem(limit, undefined, at(error.message));
  }
  if (!isRefusal(code)) return error;
  return new Problem(
    'query-failed',
    `The report could not be computed: ${error.message}.`,
    at(error.message),
  );
}
