import { isJsonObject } from '#src/core/values.ts';

export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** A call that did not succeed, in the one shape that blocks, actions and snackbars read. */
export class ApiFailure extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly reference: string | null;
  readonly errors: readonly FieldError[];
  readonly details: { readonly [member: string]: unknown };

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly reference?: string | null;
      readonly errors?: readonly FieldError[];
      readonly details?: { readonly [member: string]: unknown };
    } = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.reference = more.reference ?? null;
    this.errors = more.errors ?? [];
    this.details = more.details ?? {};
  }
}

const threatening =
  "The security system has decided that there is something threatening about what you just tried to do and won't allow it";
/** Stands for what a server did not say, of an operation that supplies nothing better. */
const fallback = 'The server did not answer as expected. Please try again.';
export const brokenOff = 'The download broke off, so the file is not whole. Please repeat it.';
export const unreachable = 'The server could not be reached. Check the connection and try again.';

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function fieldErrors(value: unknown): readonly FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    isJsonObject(entry) && typeof entry.pointer === 'string' && typeof entry.message === 'string'
      ? [{ pointer: entry.pointer, message: entry.message }]
      : [],
  );
}

/** The failure that an answer stands for: message, else description, else the error's message, else what the operation supplies. */
export function failureOf(
  status: number,
  body: unknown,
  reference: string | null,
  supplied: string = fallback,
): ApiFailure {
  if (status === 406) return new ApiFailure(406, 'not-acceptable', threatening, { reference });
  if (!isJsonObject(body)) return new ApiFailure(status, 'unexpected', supplied, { reference });
  const error = body.error;
  const message =
    text(body.message) ??
    text(body.description) ??
    text(isJsonObject(error) ? error.message : error) ??
    supplied;
  return new ApiFailure(status, text(body.code) ?? 'unexpected', message, {
    reference: text(body.reference) ?? reference,
    errors: fieldErrors(body.errors),
    details: body,
  });
}
