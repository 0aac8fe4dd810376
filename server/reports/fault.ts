import type { Caller } from '../access/caller.ts';
import { Problem } from '../problem.ts';
import type { Ask } from './row-source.ts';

interface SecurityLog {
  readonly security: (event: string, entry: { readonly [member: string]: unknown }) => void;
}

/** A statement that was stopped is written into the security log; one that failed on its values is no 500. */
export function databaseFault(error: unknown, ask: Ask, caller: Caller, log: SecurityLog): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '57014') {
    log.security('report-stopped', { user: caller.id, screen: ask.screen, source: ask.source });
    return new Problem('query-too-long', undefined, { cause: error });
  }
  if (/^2[12]/.test(code) && error instanceof Error)
    return new Problem('query-failed', `The report could not be computed: ${error.message}.`, {
      cause: error,
    });
  return error;
}
