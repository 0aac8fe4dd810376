import type { EntityField } from '#src/core/entity.ts';
import { formProblem } from '#src/core/form-problem.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { fault, type ScalarFormat, type StoredFormat, sameJson } from './format.ts';

function ruleFault(value: unknown, field: EntityField, codes: readonly CodeRow[] | undefined): string | null {
  if (typeof value === 'number') {
    if (field.minimum !== null && value < field.minimum) return `At least ${field.minimum} is needed.`;
    if (field.maximum !== null && value > field.maximum) return `At most ${field.maximum} is accepted.`;
  }
  if (typeof value === 'string') {
    if (field.maxLength !== null && [...value].length > field.maxLength)
      return `At most ${field.maxLength} characters are accepted.`;
    if (field.pattern !== null && !new RegExp(field.pattern, 'u').test(value))
      return formProblem(field.takes);
  }
  if (codes && !codes.some((row) => row.code === String(value)))
    return `"${String(value)}" is no code of this list.`;
  return null;
}

/** A scalar with what its field demands of it; the empty text is no value. */
export function scalar({ column, fault: kindFault, same = sameJson }: ScalarFormat): StoredFormat {
  return {
    column,
    same,
    parse: (value, field, { codes }) => {
      if (value === null || value === '')
        return field.required ? fault('A value is needed.') : { value: null };
      const known = field.codes === null ? undefined : codes.get(field.codes);
      const wrong = kindFault(value) ?? ruleFault(value, field, known);
      return wrong === null ? { value } : fault(wrong);
    },
  };
}
