/** The database cannot be reached, or it ended the connection: the answer is 503 and a retry later. */
export class DatabaseDownError extends Error {
  override readonly name = 'DatabaseDownError';
}

/** The connection went while the transaction was committed: it may have been, or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** A connection that is sound, and not yet what it was taken for. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** The database cannot be used as it is; the message names the remedy. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

/** Another server holds the data: a start is of no use before that one ends. */
export class DataHeldError extends DatabaseSetupError {}

/** The tables are of another version: a start is of no use before the program or the data is another. */
export class OtherSchemaError extends DatabaseSetupError {}

/** What the tables do not take from this program any more: a newer one has changed them. The code is the database's. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  constructor(
    readonly code: string,
    options: ErrorOptions,
  ) {
    super('A newer program has changed the tables, and this one does not fit them any more.', options);
  }
}

/** More bytes than one answer may hold; its connection is given up, nothing else. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  constructor(most: number) {
    super(`The database answers more than ${Math.round(most / 1024 / 1024)} MB at once.`);
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** SQLSTATE of PostgreSQL's errors, or the system's code; null for anything else. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Nobody answers, or no longer, where the database should; a file that is missing is another matter. */
export function isUnreachable(error: Error): boolean {
  const code = codeOf(error) ?? '';
  return networkCodes.has(code) && (code !== 'ENOENT' || Reflect.get(error, 'syscall') === 'connect');
}

export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof DatabaseDownError) return true;
  if (error instanceof AnswerTooLargeError || error instanceof OutcomeUnknownError) return false;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // 57P01-57P03: shut down, crashed, starting up; 53300: too many connections; 08: connection lost.
  if (isUnreachable(error) || (code !== null && /^(57P0[123]|53300|08)/.test(code))) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
}

/** The database went away before it answered: what was asked of it was not done, or nobody knows. */
export function wentAway(error: unknown): boolean {
  return isDatabaseDown(error) || error instanceof OutcomeUnknownError;
}

export function asDatabaseError(error: unknown): unknown {
  if (!isDatabaseDown(error) || error instanceof DatabaseDownError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseDownError(
    `The database does not answer (${reason}). It is tried again with the next call.`,
    {
      cause: error,
    },
  );
}

/** Where a write was asked of a server that became, or is yet, a standby: another one is the primary by now. */
export function isStandby(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** What a wrong address or password of DATABASE_URL looks like, told with its remedy; other errors as they are. */
export function asSetupError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null || !(error instanceof Error) || !/^(28P01|28000|3D000)$/.test(code))
    return asDatabaseError(error);
  return new DatabaseSetupError(
    `The database refuses: ${error.message}. Check user, password and name in DATABASE_URL.`,
    {
      cause: error,
    },
  );
}
