import { Problem } from '../problem.ts';
import { codeOf, isUnreachable } from './errors.ts';

const tooLong =
  'This took longer than it may and was stopped. Do it in parts: for fewer districts, or of fewer records.';
const tooLarge =
  'This needed more memory or more room for temporary files than it may have, and was stopped. Do it in parts: for fewer districts, or of fewer records.';

/** SQLSTATEs that a caller can cause or that mean "not now"; null for everything else. */
export function databaseProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error) ?? '';
  if (error.name === 'OutcomeUnknownError')
    return new Problem('outcome-unknown', undefined, { cause: error });
  if (error.name === 'NewerSchemaError') return new Problem('older-program', undefined, { cause: error });
  if (error.name === 'DatabaseDownError' || isUnreachable(error) || /^(08|57P0)/.test(code))
    return new Problem('database-down', undefined, { cause: error });
  if (
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect/.test(
      error.message,
    )
  )
    return new Problem('database-down', undefined, { cause: error });
  if (code === '53100' || code === '58030') return new Problem('no-room', undefined, { cause: error });
  if (error.name === 'AnswerTooLargeError')
    return new Problem('answer-too-large', undefined, { cause: error });
  // What reports and lists are told names them and their parameters (`reports/fault.ts`); this is for all else.
  if (code === '57014' || code === '25P04') return new Problem('query-too-long', tooLong, { cause: error });
  if (code === '53200' || code === '53400') return new Problem('query-too-large', tooLarge, { cause: error });
  if (code === '55P03') return new Problem('held', undefined, { cause: error });
  // A sentence of the database for whoever asked: what they would write belongs to a year that is closed.
  if (code === 'CA423')
    return new Problem('refused', error.message, {
      errors: [{ pointer: '', message: error.message }],
      cause: error,
    });
  if (code === '53300') return new Problem('too-many-requests', undefined, { cause: error });
  if (code === '40001' || code === '40P01') return new Problem('conflict', undefined, { cause: error });
  if (code === '42501' && /row-level security/.test(error.message))
    return new Problem('not-allowed', 'You may not put a record into this district.', { cause: error });
  if (code === '23505') return new Problem('refused', 'There is such a record already.', { cause: error });
  if (code === '23514' || code === '23502' || /^22/.test(code))
    return new Problem('invalid-request', 'A value is not accepted by the database.', { cause: error });
  if (code === '23503') return new Problem('in-use', undefined, { cause: error });
  return null;
}
