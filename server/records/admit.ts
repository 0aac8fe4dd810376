import type { Entity, EntityField } from '#src/core/entity.ts';
import type { FieldWrite } from '#src/core/entity-parts.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import type { Rejection } from '../problem.ts';
import type { Surroundings } from './formats/format.ts';
import { formatOfField } from './formats/formats.ts';
import { admitChild, type ChildRows } from './plan-children.ts';
import type { Values } from './read.ts';
import { type Rejected, rejected } from './rejected.ts';

/** Members of a body that are no fields. */
const control = new Set(['version', '__forceUpdate__', 'request_id']);

/** What is wrong with a field's value, each with its pointer and the field's name. */
function named(field: EntityField, faults: readonly Rejection[]): readonly Rejection[] {
  return faults.map(({ pointer, message }) => ({
    pointer: `/${field.id}${pointer}`,
    message: pointer === '' || field.format === 'richText' ? `${field.title}: ${message}` : message,
  }));
}

/** The fields of a change that this caller may write, as they are stored; anything else is told with its pointer. */
export function admit(
  entity: Entity,
  change: Values,
  making: boolean,
  caller: Pick<Caller, 'perms'>,
  around: Surroundings,
  stored: ChildRows = {},
): { readonly values: Values; readonly children: ChildRows } | Rejected {
  const unknown: Rejection[] = [];
  const wrong: Rejection[] = [];
  const values: { [field: string]: unknown } = {};
  const children: { [child: string]: readonly Values[] } = {};
  for (const [id, given] of Object.entries(change)) {
    if (control.has(id)) continue;
    const child = entity.children && Object.hasOwn(entity.children, id) ? entity.children[id] : undefined;
    if (child && isWritten(child.write, making)) {
      // A new record that is given the rows of another has them as its own.
      const rows = making ? withoutNumbers(given) : given;
      const admitted = admitChild(child, rows, stored[id] ?? [], around);
      if ('rows' in admitted) children[id] = admitted.rows;
      else wrong.push(...admitted.errors);
      continue;
    }
    const field = Object.hasOwn(entity.fields, id) ? entity.fields[id] : undefined;
    const writable = field && isWritten(field.write, making);
    if (!writable || !isOpen(field, caller)) {
      const title = (field ?? child)?.title;
      const message = title ? `${title} cannot be changed.` : `"${id.slice(0, 80)}" is unknown.`;
      unknown.push({ pointer: `/${id}`, message });
      continue;
    }
    const parsed = formatOfField(field).parse(given, field, around);
    if ('value' in parsed) values[id] = parsed.value;
    else wrong.push(...named(field, parsed.faults));
  }
  if (unknown.length > 0) return rejected('unknown-field', [...unknown, ...wrong]);
  return wrong.length > 0 ? rejected('invalid-request', wrong) : { values, children };
}

function withoutNumbers(rows: unknown): unknown {
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isJsonObject(row) ? { ...row, id: undefined } : row))
    : rows;
}

function isWritten(write: FieldWrite, making: boolean): boolean {
  return write === 'always' || (making && write === 'create');
}

function isOpen({ permission }: EntityField, { perms }: Pick<Caller, 'perms'>): boolean {
  return permission === null || perms.has(permission);
}

/** Fields that a new record must have and has not. */
export function missingValues(entity: Entity, values: Values): readonly Rejection[] {
  return Object.values(entity.fields)
    .filter(({ id, required, write }) => required && write !== 'never' && (values[id] ?? null) === null)
    .map(({ id, title }) => ({ pointer: `/${id}`, message: `${title}: A value is needed.` }));
}
