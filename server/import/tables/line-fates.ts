import type { Outcome } from '../../records/bulk/proposal.ts';
import type { Fate } from './keep-file.ts';
import type { Settled } from './settled.ts';

/** What became of the lines of a record: a row for each, and one for each field that changed, beside the first. */
export function recordFates(
  row: Settled,
  outcome: Outcome | undefined,
  withFields: boolean,
): readonly Fate[] {
  const action = row.fate ?? (outcome?.outcome === 'done' ? (row.id === null ? 'new' : 'changed') : 'same');
  const about = { district_code: row.district, item_id: outcome?.id ?? row.id, action };
  const whole = row.lines.map(
    (line, i): Fate => ({
      ...about,
      line,
      field: null,
      old_value: null,
      new_value: null,
      message: row.message,
      version: i === 0 && outcome?.outcome === 'done' ? outcome.version : null,
    }),
  );
  const [line = null] = row.lines;
  const differing = row.changes.map(
    (change): Fate => ({ ...about, line, ...change, message: null, version: null }),
  );
  if (row.fate !== null) return [...whole, ...differing];
  if (!withFields || action !== 'changed') return whole;
  const fields = (outcome?.changes ?? []).map(
    ({ id, old, new: now, old_text, new_text }): Fate => ({
      ...about,
      line,
      field: id,
      old_value: old_text ?? written(old),
      new_value: new_text ?? written(now),
      message: null,
      version: null,
    }),
  );
  return [...whole, ...fields];
}

/** Lines of which the kind tells more than what became of their record. */
export function lineFates(
  fates: readonly Fate[],
  rows: readonly { readonly [column: string]: unknown }[],
): readonly Fate[] {
  if (rows.length === 0) return fates;
  const text = (value: unknown) => (value === null || value === undefined ? null : written(value));
  const whole = new Map<number, { readonly action: string; readonly message: string | null }>();
  const fields = new Map<number, { field: string; old_value: string | null; new_value: string | null }[]>();
  for (const row of rows) {
    const line = Number(row.line);
    const field = text(row.field);
    if (field === null) whole.set(line, { action: String(row.action), message: text(row.message) });
    else
      fields.set(line, [
        ...(fields.get(line) ?? []),
        { field, old_value: text(row.old_value), new_value: text(row.new_value) },
      ]);
  }
  return fates.flatMap((fate): readonly Fate[] => {
    if (fate.line === null || fate.field !== null) return [fate];
    const own = whole.get(fate.line);
    const told = own ? { ...fate, action: own.action, message: own.message ?? fate.message } : fate;
    const changed = (fields.get(fate.line) ?? []).map(
      (one): Fate => ({
        ...told,
        ...one,
        message: null,
        version: null,
      }),
    );
    return [told, ...changed];
  });
}

const written = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
