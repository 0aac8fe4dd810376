import type { Entity } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type Constraint, constraintOf } from '../database/constraint-of.ts';
import type { Database } from '../database/open-database.ts';
import { Problem, type Rejection } from '../problem.ts';

interface Violation {
  readonly code: string;
  readonly table: string;
  readonly constraint: string | null;
  readonly column: string | null;
}

const kinds = new Set(['23502', '23503', '23505', '23514']);

function textOf(error: Error, key: string): string | null {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' && value !== '' ? value : null;
}

function violationOf(error: unknown): Violation | null {
  if (!(error instanceof Error)) return null;
  const code = textOf(error, 'code');
  const table = textOf(error, 'table');
  if (code === null || table === null || !kinds.has(code)) return null;
  // A row that others still refer to is a matter of removing it, not of a field.
  if (code === '23503' && !error.message.startsWith('insert or update')) return null;
  return { code, table, constraint: textOf(error, 'constraint'), column: textOf(error, 'column') };
}

function messageOf(title: string, value: unknown, { code }: Violation, constraint: Constraint): string {
  const shown = value === undefined || value === null ? '' : ` "${String(value).slice(0, 80)}"`;
  switch (code) {
    case '23502':
      return `${title}: A value is needed.`;
    case '23503':
      return `${title}:${shown === '' ? ' What it names' : shown} does not exist in ${constraint.target ?? 'its list'}. Choose another.`;
    case '23505':
      return constraint.columns.length > 1
        ? `${title}: There is a record with the same values already. Change one of them, or open that record.`
        : `${title}:${shown === '' ? ' This value' : shown} is taken already. Choose another.`;
    default:
      return `${title}:${shown === '' ? ' This value' : shown} is not accepted${constraint.rule === null ? '' : `; the rule is ${constraint.rule}`}.`;
  }
}

/** A constraint of a table that was violated, as the fields of the body it is about; null for everything else. */
export async function constraintProblem(
  error: unknown,
  body: unknown,
  {
    database,
    entities,
  }: { readonly database: Pick<Database, 'read'>; readonly entities: () => Iterable<Entity> },
): Promise<Problem | null> {
  const violation = violationOf(error);
  if (!violation) return null;
  const { table, column } = violation;
  const constraint =
    column === null
      ? await constraintOf(database, table, violation.constraint ?? '')
      : { columns: [column], rule: null, target: null };
  const given: { readonly [field: string]: unknown } = isJsonObject(body) ? body : {};
  const entity = [...entities()].find(({ record }) => record.table === violation.table);
  const named = constraint.columns.filter((column) => Object.hasOwn(given, column));
  const fields =
    named.length > 0
      ? named
      : constraint.columns.filter((column) => entity?.fields[column]?.readOnly === false);
  const errors: readonly Rejection[] = fields.sort().map((column) => ({
    pointer: `/${column}`,
    message: messageOf(entity?.fields[column]?.title ?? column, given[column], violation, constraint),
  }));
  if (errors.length === 0) return null;
  return new Problem('refused', errors[0]?.message, { errors, cause: error });
}
