import { Problem } from '../problem.ts';

/** What every save names: the version it read, or that it shall be done all the same. */
export interface Versioned {
  readonly version?: number;
  readonly __forceUpdate__?: boolean;
}

export interface Standing {
  readonly version: number;
  /** Told with a refusal: what is stored now. */
  readonly current: unknown;
  readonly changedBy?: string | null;
  readonly changedAt?: string | null;
}

/** Refuses a save without a version, and one of a version that is not the stored one any more. Answers whether it forces. */
export function checkVersion(asked: Versioned, standing: Standing, what: string): boolean {
  if (asked.__forceUpdate__ === true) return asked.version !== standing.version;
  if (asked.version === undefined)
    throw new Problem('version-missing', undefined, {
      errors: [{ pointer: '/version', message: 'The version that was read is needed.' }],
    });
  if (asked.version === standing.version) return false;
  const { current, version, changedBy = null, changedAt = null } = standing;
  throw new Problem('conflict', `${changedBy ?? 'Somebody else'} has changed ${what} since you opened it.`, {
    details: { current, current_version: version, changed_by: changedBy, changed_at: changedAt },
  });
}
