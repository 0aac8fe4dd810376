// Which version's value was chosen for each line, and what is handed on.
import type { Row } from '#src/core/values.ts';
import type { LinkedCompare } from './link.ts';

export interface Choice {
  /** The lines that are chosen for. */
  readonly among: ReadonlySet<string>;
  readonly chosen: { readonly [field: string]: unknown };
  readonly choose: (fields: readonly string[], value: unknown) => void;
}

export function amongOf({ choose }: LinkedCompare, records: readonly Row[]): readonly string[] {
  const listed = choose ? records[0]?.[choose.among] : null;
  return Array.isArray(listed) ? listed.map(String) : [];
}

/** What is handed on where this version's value is chosen; nothing of a version that cannot be. */
export function offeredBy({ choose }: LinkedCompare, record: Row): unknown {
  return choose ? (record[choose.value] ?? null) : null;
}

/** How many lines are chosen for, in words. */
export function toldOf({ among, chosen }: Choice): string {
  const done = [...among].filter((field) => Object.hasOwn(chosen, field)).length;
  return `${done} of ${among.size} ${among.size === 1 ? 'field' : 'fields'} chosen`;
}
