import { newPasswordProblem } from '#src/core/password.ts';

export interface Typed {
  readonly current: string;
  readonly next: string;
  readonly again: string;
}

export type Faults = { readonly [field in keyof Typed]?: string };

/** What is wrong with what was typed; `strength` is null while it is not known. */
export function faultsOf({ current, next, again }: Typed, strength: number | null): Faults {
  const problem = newPasswordProblem(next, () => strength);
  return {
    ...(current === '' ? { current: 'Current password is required' } : {}),
    ...(problem === null ? {} : { next: problem }),
    ...(again === next ? {} : { again: 'This must match the password above' }),
  };
}
