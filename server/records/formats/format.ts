import type { EntityField } from '#src/core/entity.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Rejection } from '../../problem.ts';

/** What the form of a value is judged by beside its field. */
export interface Surroundings {
  readonly codes: ReadonlyMap<string, readonly CodeRow[]>;
  /** Whether a link inside formatted text may lead there. */
  readonly mayLink: (href: string) => boolean;
}

/** As it is stored, or what is wrong; pointers begin below the field. */
export type Parsed = { readonly value: unknown } | { readonly faults: readonly Rejection[] };

/** How values of one kind are checked, stored and compared. */
export interface StoredFormat {
  /** PostgreSQL's type of what is written. */
  readonly column: string;
  readonly parse: (value: unknown, field: EntityField, around: Surroundings) => Parsed;
  readonly same: (stored: unknown, given: unknown) => boolean;
}

/** A kind of value that is one JSON scalar. */
export interface ScalarFormat {
  readonly column: string;
  /** Null when the value is of this kind, else what is needed. */
  readonly fault: (value: unknown) => string | null;
  readonly same?: StoredFormat['same'];
}

export function fault(message: string): Parsed {
  return { faults: [{ pointer: '', message }] };
}

/** Equal as JSON, whatever the order of members: jsonb keeps none. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, i) => sameJson(entry, other[i]));
  if (!isJsonObject(one) || !isJsonObject(other)) return (one ?? null) === (other ?? null);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameJson(one[name] ?? null, other[name] ?? null));
}
