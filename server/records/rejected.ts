import { Problem, type Rejection } from '../problem.ts';

/** Why a change is not made: collected, not thrown, so that many changes tell all of theirs. */
export interface Rejected {
  readonly code: 'unknown-field' | 'invalid-request' | 'refused';
  readonly errors: readonly Rejection[];
}

export function rejected(code: Rejected['code'], errors: readonly Rejection[]): Rejected {
  return { code, errors };
}

export function refusal({ code, errors }: Rejected): Problem {
  return new Problem(code, errors[0]?.message, { errors });
}
