import type { ReactNode } from 'react';
import { formatValue, wholeNote } from '#src/core/format.ts';
import type { ToldField } from '#src/core/link/told-fields.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import { useReferenceList } from './reference.ts';

/** A field of a row with its title, within a `dl`; nothing where the value is missing. */
export function ToldLine({
  line: { field, title, format },
  row,
  codes,
  onOpen,
}: {
  readonly line: ToldField;
  readonly row: Row;
  readonly codes: LinkedScreen['codes'];
  /** Opens the records behind the figure; absent where none are. */
  readonly onOpen?: (() => void) | undefined;
}): ReactNode {
  const reference = useReferenceList(field.list);
  const value = row[field.id];
  if (value === null || value === undefined || value === '') return null;
  const written =
    wholeNote(format, value) ??
    formatValue(format, value, {
      codes: field.codes ? (codes[field.codes] ?? null) : field.list ? reference.rows : null,
      unitFlag: field.unitField ? row[field.unitField] : undefined,
    });
  const words = field.unit && !written.includes(field.unit) ? `${written} ${field.unit}` : written;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {onOpen ? (
          <button type="button" className="cad-told-open" title="Open the records behind it" onClick={onOpen}>
            {words}
          </button>
        ) : (
          words
        )}
      </dd>
    </div>
  );
}
