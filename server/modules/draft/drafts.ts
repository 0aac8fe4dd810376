import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';

/** Where a draft belongs; a user has one at each place. */
export interface Place {
  readonly screen: string;
  readonly block: string;
  /** What the form is about; empty for a new record. */
  readonly record: string;
}

/** As a query has it: an empty record is left out of an address. */
export type PlaceQuery = Omit<Place, 'record'> & { readonly record?: string };

export function placeOf({ record = '', ...place }: PlaceQuery): Place {
  return { ...place, record };
}

/** Fields that a form keeps in its drafts. Throws where the caller sees no such form, or it keeps none. */
export function keptFields({ screen, block }: Place, caller: Caller, context: Context): ReadonlySet<string> {
  const found = visibleScreen(context.definitions.current(), screen, caller);
  const kept = found ? draftsOf(found.screen, block) : null;
  if (!kept) throw new Problem('not-found', 'There is no such form, or you may not see it.');
  return new Set(kept);
}

// Forms stand in tabs, sections and dialogs too: wherever a block of this id says what it keeps.
function draftsOf(value: unknown, block: string): readonly string[] | null {
  if (Array.isArray(value)) return firstOf(value, block);
  if (!isJsonObject(value)) return null;
  if (value.id === block && Array.isArray(value.drafts))
    return value.drafts.filter((entry) => typeof entry === 'string');
  return firstOf(Object.values(value), block);
}

function firstOf(values: readonly unknown[], block: string): readonly string[] | null {
  for (const inner of values) {
    const kept = draftsOf(inner, block);
    if (kept) return kept;
  }
  return null;
}
