// What surrounds the parts of a dialog and of a repeated line.
import { linesOf, shapeOfFields } from '../expressions/shape.ts';
import type { Json } from '../values.ts';
import type { Surroundings } from './screen-linking.ts';

/** Blocks of a dialog may read the row whose action opens it, and the answer of the call before. */
export function inDialog(around: Surroundings): Surroundings {
  const { plan, row, opener = null } = around;
  return {
    ...around,
    plan: null,
    opener: plan === 'row' ? row : opener,
    answered: plan !== null || around.answered === true,
  };
}

/** Inside a field of repeated lines, names are those of a line, and `row` is the line. */
export function overLines(field: Json | undefined, around: Surroundings): Surroundings {
  const owner = around.fields?.find(({ id }) => id === field);
  const lines = owner ? linesOf(owner) : null;
  if (!lines) return { ...around, fields: null };
  return {
    ...around,
    fields: lines,
    absence: `is not in a line of "${String(field)}"`,
    row: shapeOfFields(lines),
  };
}
