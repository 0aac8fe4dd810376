import type { Entity, EntityField, FieldLines } from '#src/core/entity.ts';
import { type LinkRule, mayLink } from '#src/core/href.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { checkRichText } from '#src/core/rich-text.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { Problem, type Rejection } from '../problem.ts';
import { valueFault } from './criteria.ts';
import { readableFields, recordJson } from './record-fields.ts';
import type { RecordServer } from './served.ts';

export type Values = { readonly [field: string]: unknown };

/** Members of a body that are no fields. */
const control = new Set(['version', '__forceUpdate__', 'request_id']);

export function entityFor(list: string, context: RecordServer): Entity {
  const entity = context.definitions.entityOfList(list);
  if (!entity) throw new Problem('not-found', `There is no list "${list}".`);
  return entity;
}

function fieldFault(
  field: EntityField,
  value: unknown,
  codes: readonly CodeRow[] | undefined,
): string | null {
  if (value === null || value === '') return field.required ? 'A value is needed.' : null;
  if (field.lines)
    return Array.isArray(value) && value.every((line) => typeof line === 'object' && line !== null)
      ? null
      : 'A list of lines is needed.';
  const fault = valueFault(field, value);
  if (fault) return fault;
  if (typeof value === 'number') {
    if (field.minimum !== null && value < field.minimum) return `At least ${field.minimum} is needed.`;
    if (field.maximum !== null && value > field.maximum) return `At most ${field.maximum} is accepted.`;
  }
  if (typeof value === 'string') {
    if (field.maxLength !== null && [...value].length > field.maxLength)
      return `At most ${field.maxLength} characters are accepted.`;
    if (field.pattern !== null && !new RegExp(field.pattern, 'u').test(value))
      return 'The form of this value is not accepted.';
  }
  if (codes && !codes.some((row) => row.code === String(value)))
    return `"${String(value)}" is no code of this list.`;
  return null;
}

function lineFaults(
  field: EntityField,
  { fields, minItems, maxItems }: FieldLines,
  value: unknown,
  codes: ReadonlyMap<string, readonly CodeRow[]>,
): readonly Rejection[] {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [];
  const errors: Rejection[] = [];
  const wrong = (pointer: string, message: string) =>
    errors.push({ pointer: `/${field.id}${pointer}`, message });
  if (lines.length < minItems) wrong('', `${field.title}: At least ${minItems} lines are needed.`);
  if (lines.length > maxItems) wrong('', `${field.title}: At most ${maxItems} lines are accepted.`);
  lines.slice(0, maxItems).forEach((line, i) => {
    const given = isJsonObject(line) ? line : {};
    for (const id of Object.keys(given))
      if (!Object.hasOwn(fields, id)) wrong(`/${i}/${id}`, `"${id.slice(0, 80)}" is unknown.`);
    for (const cell of Object.values(fields)) {
      const known = cell.codes === null ? undefined : codes.get(cell.codes);
      const fault = fieldFault(cell, Object.hasOwn(given, cell.id) ? given[cell.id] : null, known);
      if (fault) wrong(`/${i}/${cell.id}`, `${cell.title}: ${fault}`);
    }
  });
  return errors;
}

/** Where links of formatted text may lead: every page there is, whoever may open it, and the configured hosts. */
function linkRule({ definitions, config }: RecordServer): LinkRule {
  const { screens, broken } = definitions.current();
  const ready = [...screens.values()].map(({ screen }) => screen);
  const named = [...broken.values()].map(({ route, alias }) => ({ route, alias, params: [] }));
  return { routes: [...ready, ...named], hosts: config.linkHosts };
}

/** The fields of a body that may be written, checked; anything else is refused with its pointer. */
export function writableValues(
  entity: Entity,
  body: Values,
  caller: Caller,
  context: RecordServer,
  alsoWritable: (field: EntityField) => boolean = () => false,
): Values {
  const { codes } = context.definitions.current();
  const errors: Rejection[] = [];
  let unknown = false;
  let rule: LinkRule | null = null;
  const values: { [field: string]: unknown } = {};
  for (const [id, value] of Object.entries(body)) {
    if (control.has(id)) continue;
    const field = Object.hasOwn(entity.fields, id) ? entity.fields[id] : undefined;
    if (!field || (field.readOnly && !alsoWritable(field)) || !may(caller, field.permission)) {
      unknown = true;
      errors.push({
        pointer: `/${id}`,
        message: field ? `${field.title} cannot be changed.` : `"${id.slice(0, 80)}" is unknown.`,
      });
      continue;
    }
    if (field.format === 'richText') {
      rule ??= linkRule(context);
      const links = rule;
      const checked = checkRichText(value, (href) => mayLink(href, links));
      if ('fault' in checked)
        errors.push({
          pointer: `/${id}${checked.fault.pointer}`,
          message: `${field.title}: ${checked.fault.message}`,
        });
      else if (checked.value === null && field.required)
        errors.push({ pointer: `/${id}`, message: `${field.title}: A value is needed.` });
      else values[id] = checked.value;
      continue;
    }
    const fault = fieldFault(field, value, field.codes === null ? undefined : codes.get(field.codes));
    if (fault) errors.push({ pointer: `/${id}`, message: `${field.title}: ${fault}` });
    else if (field.lines) errors.push(...lineFaults(field, field.lines, value, codes));
    values[id] = value === '' ? null : value;
  }
  if (errors.length > 0)
    throw new Problem(unknown ? 'unknown-field' : 'invalid-request', errors[0]?.message, { errors });
  return values;
}

export function placeholder(field: EntityField, bound: string): string {
  const casts: { readonly [type: string]: string } = {
    integer: 'bigint',
    number: 'numeric',
    boolean: 'boolean',
    date: 'date',
    datetime: 'timestamptz',
  };
  return `${bound}::${isStoredJson(field) ? 'jsonb' : (casts[field.type] ?? 'text')}`;
}

function isStoredJson(field: EntityField): boolean {
  return field.lines !== undefined || field.format === 'richText';
}

/** What is bound for a value: lines and formatted text are stored as they are, as JSON. */
export function bindable(field: EntityField, value: unknown): unknown {
  return isStoredJson(field) && value !== null ? JSON.stringify(value) : value;
}

export async function readRecord(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
): Promise<Values | null> {
  return readFields(client, entity, readableFields(entity, caller), id);
}

/** The record with fields that its reader may not see: for the rules alone, never for an answer. */
export async function readWhole(client: DatabaseClient, entity: Entity, id: number): Promise<Values | null> {
  return readFields(client, entity, Object.values(entity.fields), id);
}

async function readFields(
  client: DatabaseClient,
  entity: Entity,
  fields: readonly EntityField[],
  id: number,
): Promise<Values | null> {
  const text = recordJson(entity, fields, '"id" = $1::bigint');
  const { rows } = await client.query<{ record: string }>(text, [id]);
  const record: unknown = rows[0] ? JSON.parse(rows[0].record) : null;
  return typeof record === 'object' && record !== null ? Object.fromEntries(Object.entries(record)) : null;
}

export interface Held {
  readonly version: number;
  readonly updated_at: string;
  readonly updated_by: number | null;
  readonly updated_by_name: string | null;
  readonly district_code: string | null;
  readonly synthetic: boolean;
  /** The whole row as the table has it. */
  readonly row: Values;
}

/** Locks the row until the transaction ends; null when the caller does not see it. */
export async function holdRow(client: DatabaseClient, entity: Entity, id: number): Promise<Held | null> {
  const { rows } = await client.query<{ row: Values; name: string | null }>(
    `select row_to_json(t) as row, (select u.full_name from app_user u where u.id = t.updated_by) as name
     from ${quoted(entity.record.table)} t where t.id = $1::bigint for update of t`,
    [id],
  );
  const found = rows[0];
  if (!found) return null;
  const { row } = found;
  return {
    version: Number(row.version),
    updated_at: new Date(String(row.updated_at)).toISOString(),
    updated_by: typeof row.updated_by === 'number' ? row.updated_by : null,
    updated_by_name: found.name,
    district_code: typeof row.district_code === 'string' ? row.district_code : null,
    synthetic: row.synthetic === true,
    row,
  };
}

/** The 409 of a stale version: what is stored now, by whom and since when. */
export async function conflict(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
  held: Held,
): Promise<Problem> {
  const who = held.updated_by === caller.id ? 'You have' : `${held.updated_by_name ?? 'Somebody else'} has`;
  return new Problem('conflict', `${who} changed this record since you opened it.`, {
    details: {
      current: await readRecord(client, entity, caller, id),
      current_version: held.version,
      changed_by: held.updated_by_name,
      changed_at: held.updated_at,
    },
  });
}

export interface AuditEntry {
  readonly table: string;
  readonly id: number;
  readonly action: 'insert' | 'update' | 'delete';
  readonly fromVersion: number | null;
  readonly fields: { readonly [field: string]: { readonly old: unknown; readonly new: unknown } };
  readonly forced: boolean;
  readonly district: string | null;
  readonly synthetic: boolean;
}

export async function writeAudit(client: DatabaseClient, userId: number, entry: AuditEntry): Promise<void> {
  await client.query(
    `insert into audit (user_id, table_name, row_id, action, from_version, fields, forced, district_code, synthetic)
     values ($1::bigint, $2::text, $3::bigint, $4::text, $5::integer, $6::jsonb, $7::boolean, $8::text, $9::boolean)`,
    [
      userId,
      entry.table,
      entry.id,
      entry.action,
      entry.fromVersion,
      JSON.stringify(entry.fields),
      entry.forced,
      entry.district,
      entry.synthetic,
    ],
  );
}
