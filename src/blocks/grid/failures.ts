import type { Failure } from '#src/render/block-props.ts';

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    'reference' in value &&
    'status' in value
  );
}

/** What went wrong as a person can be told it; an unexpected error keeps its text. */
export function asFailure(value: unknown): Failure {
  if (isFailure(value)) return value;
  return {
    status: 0,
    code: 'unexpected',
    message: messageOf(value),
    reference: null,
    errors: [],
    details: {},
  };
}

export function messageOf(value: unknown): string {
  if (isFailure(value))
    return value.reference ? `${value.message} Reference ${value.reference}.` : value.message;
  return value instanceof Error ? value.message : 'Something went wrong.';
}
