import type { EntityField } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Rejection } from '../../problem.ts';
import { fault, type StoredFormat, type Surroundings, sameJson } from './format.ts';

/** What is wrong with one line, cell by cell; pointers begin below the line. */
export function lineFaults(
  line: unknown,
  fields: { readonly [id: string]: EntityField },
  parse: (cell: EntityField) => StoredFormat['parse'],
  around: Surroundings,
): readonly Rejection[] {
  const given = isJsonObject(line) ? line : {};
  const unknown = Object.keys(given)
    .filter((id) => !Object.hasOwn(fields, id))
    .map((id) => ({ pointer: `/${id}`, message: `"${id.slice(0, 80)}" is unknown.` }));
  const faults = Object.values(fields).flatMap((cell) => {
    const parsed = parse(cell)(Object.hasOwn(given, cell.id) ? given[cell.id] : null, cell, around);
    if ('value' in parsed) return [];
    return parsed.faults.map(({ pointer, message }) => ({
      pointer: `/${cell.id}${pointer}`,
      message: `${cell.title}: ${message}`,
    }));
  });
  return [...unknown, ...faults];
}

/** Repeated lines in one jsonb column, stored as they were sent. */
export function linesFormat(parse: (cell: EntityField) => StoredFormat['parse']): StoredFormat {
  return {
    column: 'jsonb',
    same: sameJson,
    parse: (value, field, around) => {
      if ((value === null || value === '') && field.required) return fault('A value is needed.');
      const lines: readonly unknown[] =
        value === null || value === '' ? [] : Array.isArray(value) ? value : [null];
      if (lines.some((line) => typeof line !== 'object' || line === null))
        return fault('A list of lines is needed.');
      const { fields = {}, minItems = 0, maxItems = lines.length } = field.lines ?? {};
      const faults: Rejection[] = [];
      if (lines.length < minItems)
        faults.push({ pointer: '', message: `At least ${minItems} lines are needed.` });
      if (lines.length > maxItems)
        faults.push({ pointer: '', message: `At most ${maxItems} lines are accepted.` });
      lines.slice(0, maxItems).forEach((line, i) => {
        for (const { pointer, message } of lineFaults(line, fields, parse, around))
          faults.push({ pointer: `/${i}${pointer}`, message });
      });
      return faults.length > 0 ? { faults } : { value: value === '' ? null : value };
    },
  };
}
