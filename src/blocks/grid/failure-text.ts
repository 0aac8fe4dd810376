import { asFailure } from '#src/render/failure.ts';

/** What a person is told of a failure, with the reference to quote. */
export function failureText(thrown: unknown): string {
  const { message, reference } = asFailure(thrown);
  return reference ? `${message} Reference ${reference}.` : message;
}
