import type { Criterion, Entity, EntityField, SearchOperator } from '#src/core/entity.ts';
import type { CodeRow } from '#src/core/linked.ts';

const words: { readonly [operator in SearchOperator]: string } = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  between: 'is between',
  contains: 'contains',
  starts: 'begins with',
  ends: 'ends with',
  oneof: 'is one of',
  notoneof: 'is none of',
  empty: 'is empty',
  notempty: 'is not empty',
};

const money = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
});
const shownValues = 8;

function valueText(
  field: EntityField | undefined,
  value: unknown,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.format === 'currency' && typeof value === 'number') return money.format(value);
  const label = field?.codes
    ? codes.get(field.codes)?.find((row) => row.code === String(value))?.label
    : undefined;
  return label ?? String(value);
}

function criterionText(
  criterion: Criterion,
  entity: Entity,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
): string {
  const field = entity.fields[criterion.fld];
  const title = field?.title ?? criterion.fld;
  const text = (value: unknown) => valueText(field, value, codes);
  const { op, val } = criterion;
  if (op === 'empty' || op === 'notempty') return `${title} ${words[op]}`;
  if (op === 'between' && Array.isArray(val)) {
    const [from, to] = val;
    if (from === null) return `${title} ${words.le} ${text(to)}`;
    if (to === null) return `${title} ${words.ge} ${text(from)}`;
    return `${title} ${words.between} ${text(from)} and ${text(to)}`;
  }
  if (Array.isArray(val)) {
    const shown = val.slice(0, shownValues).map(text).join(', ');
    const more = val.length > shownValues ? ` and ${val.length - shownValues} more` : '';
    return `${title} ${words[op]} ${shown}${more}`;
  }
  return `${title} ${words[op]} ${text(val)}`;
}

/** A search in words, for the head of its result. */
export function criteriaText(
  criteria: readonly Criterion[],
  entity: Entity,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
): string {
  if (criteria.length === 0) return 'All records.';
  return `${criteria.map((criterion) => criterionText(criterion, entity, codes)).join('; ')}.`;
}
