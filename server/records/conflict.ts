import { Problem } from '../problem.ts';
import { sameJson } from './formats/format.ts';
import type { Held } from './hold.ts';
import type { Values } from './read.ts';

/** What every save names: the version that was read, or that it shall be done all the same. */
export interface Versioned {
  readonly version?: number;
  readonly __forceUpdate__?: boolean;
}

/** Of a body, what names the version. */
export function versionOf({ version, __forceUpdate__ }: Versioned): Versioned {
  return {
    ...(version === undefined ? {} : { version }),
    ...(__forceUpdate__ === undefined ? {} : { __forceUpdate__ }),
  };
}

/** Refuses a save that names no version and does not force: it would be "the last one wins". */
export function demandVersion({ version, __forceUpdate__ }: Versioned, pointer = ''): void {
  if (version === undefined && __forceUpdate__ !== true)
    throw new Problem('version-missing', undefined, {
      errors: [{ pointer: `${pointer}/version`, message: 'The version that was read is needed.' }],
    });
}

/** Whether what was read is not what is stored any more. Forcing skips this comparison and nothing else. */
export function isStale({ version, __forceUpdate__ }: Versioned, stored: number): boolean {
  return __forceUpdate__ !== true && version !== stored;
}

/** Whether a save went through only because it was forced; the audit says so. */
export function isForced({ version, __forceUpdate__ }: Versioned, stored: number): boolean {
  return __forceUpdate__ === true && version !== stored;
}

const thisRecord = 'this record';

type Standing = Pick<Held, 'version' | 'updated_at' | 'updated_by' | 'updated_by_name'>;

export function conflictMessage(held: Standing, callerId: number, what = thisRecord): string {
  const own = what === thisRecord && held.updated_by === callerId;
  const who = own ? 'You have' : `${held.updated_by_name ?? 'Somebody else'} has`;
  return `${who} changed ${what} since you opened it.`;
}

/** What a 409 tells beside its text; `current` is what the caller may read of the record. */
export function conflictDetails(held: Standing, current: unknown) {
  return {
    current,
    current_version: held.version,
    changed_by: held.updated_by_name,
    changed_at: held.updated_at,
  };
}

/** The 409 of a stale version: what is stored now, by whom and since when. */
export function conflictProblem(held: Standing, callerId: number, current: unknown, what?: string): Problem {
  return new Problem('conflict', conflictMessage(held, callerId, what), {
    details: conflictDetails(held, current),
  });
}

/**
 * The fields on which two changes of one version disagree: both changed them, and not to the same. Serves a page, the
 * cells of a grid and an undo alike; a field that only one side changed is no conflict.
 */
export function clashingFields(mine: Values, theirs: Values): readonly string[] {
  return Object.keys(mine).filter(
    (field) => Object.hasOwn(theirs, field) && !sameJson(theirs[field] ?? null, mine[field] ?? null),
  );
}
