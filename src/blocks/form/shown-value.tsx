import { formatValue, wholeNote } from '#src/core/format.ts';
import { type CodeRow, listOf } from '#src/core/linked.ts';
import { useReferenceList } from '#src/render/reference.ts';
import type { FormField } from './definition.ts';
import { linesIn, type Values } from './values.ts';

/** A value as a person reads it. */
export function ShownValue({
  field,
  values,
  codes,
  whole = false,
}: {
  readonly field: FormField;
  readonly values: Values;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  /** There is room for a long note. */
  readonly whole?: boolean;
}) {
  const { rows } = useReferenceList(field.codes === null ? listOf(field.widget) : null);
  const value = values[field.id];
  if (field.lines) {
    const { length } = linesIn(value);
    return `${length} ${length === 1 ? 'line' : 'lines'}`;
  }
  const note = whole ? wholeNote(field.format, value) : null;
  const known = field.codes ? (codes[field.codes] ?? []) : rows;
  return (
    note ??
    formatValue(field.format, value, {
      codes: known.length > 0 ? known : null,
      unitFlag: field.unitField && values[field.unitField] === 'H' ? 'H' : 'M',
    })
  );
}
