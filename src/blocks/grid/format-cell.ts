import { formatValue } from '#src/core/format.ts';
import type { CodeRow, FormatId, LinkedField } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';

export type Labels = ReadonlyMap<string, string>;

export function codeLabels(rows: readonly CodeRow[]): Labels {
  return new Map(rows.map((row) => [row.code, row.label]));
}

const ownUnit: ReadonlySet<FormatId> = new Set(['area', 'acres', 'fileSize', 'percent']);

/** The unit that the heading tells, so that the cells need not. Areas, shares and sizes are written with their own. */
export function headingUnit(field: LinkedField, format: FormatId): string | null {
  if (ownUnit.has(format)) return null;
  return field.unit ?? (format === 'currency' ? '$' : null);
}

/** Money stands without its sign in a column whose heading has it. */
function cellFormat(format: FormatId): FormatId {
  return format === 'currency' ? 'integer' : format;
}

/** The text of a value on screen. Codes without a known label are shown as they are. */
export function formatCell(field: LinkedField, format: FormatId, row: Row, labels: Labels | null): string {
  const value = row[field.id];
  if (labels && value !== null && value !== undefined && value !== '') {
    const codes = Array.isArray(value) ? value : [value];
    return codes.map((code) => labels.get(String(code)) ?? String(code)).join(', ');
  }
  return formatValue(cellFormat(format), value, field.unitField ? { unitFlag: row[field.unitField] } : {});
}

export function formatTotal(format: FormatId, value: number | null | undefined): string {
  return formatValue(cellFormat(format), value ?? null);
}
