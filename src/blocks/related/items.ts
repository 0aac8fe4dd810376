import type { Criterion } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';

export type RelatedItem = OperationAnswer['record.related']['items'][number];

function isItem(value: unknown): value is RelatedItem {
  return isJsonObject(value) && typeof value.count === 'number' && Array.isArray(value.criteria);
}

/** What the operation answered; nothing where it is something else. */
export function itemsOf(value: unknown): readonly RelatedItem[] {
  return isJsonObject(value) && Array.isArray(value.items) ? value.items.filter(isItem) : [];
}

export function criteriaOf({ criteria }: RelatedItem): readonly Criterion[] {
  return criteria as readonly Criterion[];
}

/** `3 sales`, `1 sale`; of what lies near no more; with the field where records of that type refer here by several, or in what they are alike. */
export function wordsOf(item: RelatedItem, all: readonly RelatedItem[]): string {
  const several =
    item.metres === undefined &&
    (item.alike === true || all.filter(({ list, alike }) => list === item.list && !alike).length > 1);
  const noun = item.count === 1 ? item.singular : item.title;
  return `${item.count.toLocaleString('en-AU')} ${noun}${several ? ` (${item.fieldTitle})` : ''}`;
}
