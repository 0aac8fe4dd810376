import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import { formatValue } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { operatorWords } from '#src/core/operators.ts';
import { aroundOf, aroundText } from '#src/core/place.ts';

const shownValues = 8;

function valueText(
  field: EntityField | undefined,
  value: unknown,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field && (field.format === 'currency' || field.format === 'date'))
    return formatValue(field.format, value);
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
  if (op === 'within') {
    const around = aroundOf(val);
    return around ? aroundText(around) : title;
  }
  if (op === 'empty' || op === 'notempty') return `${title} ${operatorWords[op]}`;
  if (op === 'between' && Array.isArray(val)) {
    const [from, to] = val;
    if (from === null) return `${title} ${operatorWords.le} ${text(to)}`;
    if (to === null) return `${title} ${operatorWords.ge} ${text(from)}`;
    return `${title} ${operatorWords.between} ${text(from)} and ${text(to)}`;
  }
  if (Array.isArray(val)) {
    const shown = val.slice(0, shownValues).map(text).join(', ');
    const more = val.length > shownValues ? ` and ${val.length - shownValues} more` : '';
    return `${title} ${operatorWords[op]} ${shown}${more}`;
  }
  return `${title} ${operatorWords[op]} ${text(val)}`;
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
