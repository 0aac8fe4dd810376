import type { Entity, EntityChild } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { followSaves, savedOf } from './after-save.ts';
import { clashingFields, conflictDetails, conflictMessage } from './conflict.ts';
import { type AuditRow, auditRows } from './history.ts';
import { type Held, holdRecord } from './hold.ts';
import { type Change, planRemove, planSave } from './plan.ts';
import { readRecord, type Values } from './read.ts';
import { readReferred } from './referred.ts';
import { refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { changesSince } from './since.ts';
import { refuseUnheld } from './unheld.ts';
import { writePlans } from './write.ts';

/** Takes one entry of a record's history back. */
export function undoChange(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  entryId: number,
): Promise<Values | null> {
  return undoEntry(server, caller, entity, id, (entry) => entry.id === entryId);
}

/** Takes back the save that made a version of a record. */
export function undoSave(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  version: number,
): Promise<Values | null> {
  const made = ({ action, from_version: from }: AuditRow) => action === 'update' && from === version - 1;
  return undoEntry(server, caller, entity, id, made);
}

/**
 * A save with the old values, planned like any other. What a colleague changed since is never lost: where a later
 * change touches the same field, the undo is a conflict at that field.
 */
async function undoEntry(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  chosen: (entry: AuditRow) => boolean,
): Promise<Values | null> {
  const who = whoOf(caller);
  const { record, saved } = await server.database.write(who, async (client) => {
    const held = await holdRecord(client, entity, id);
    if (!held) return refuseUnheld(client, entity, id);
    const entry = (await auditRows(client, entity, id)).find(chosen);
    if (!entry) throw new Problem('not-found', 'This change is not in the history of the record.');
    const version = entry.action === 'insert' ? 1 : (entry.from_version ?? 0) + 1;
    await refuseClash(client, entity, caller, held, version, valuesAfter(entry));
    const change = inverseOf(entity, entry, held);
    const ground = groundOf(server);
    const plan =
      entry.action === 'insert'
        ? planRemove(entity, held, ground)
        : planSave(entity, held, change, caller, {
            ...ground,
            referred: await readReferred(client, server, entity, caller, [change]),
          });
    if ('errors' in plan) throw refusal(plan);
    await writePlans(client, [plan], caller.id);
    return { record: await readRecord(client, entity, caller, id), saved: savedOf(server, entity, [plan]) };
  });
  await followSaves(server, entity, saved, caller);
  return record;
}

/** The change that puts the old values back, of the version that stands now. */
export function inverseOf(entity: Entity, { fields }: Pick<AuditRow, 'fields'>, held: Held): Change {
  const change: { [field: string]: unknown } = {};
  for (const [id, entry] of Object.entries(fields)) {
    const child = entity.children?.[id];
    const field = entity.fields[id];
    // A state that a save led back is no value of that save: it stays as it is.
    if (id === entity.life?.field && Object.keys(fields).length > 1) continue;
    // What was computed, copied or counted follows from the rest, as it did before.
    if (child) change[id] = rowsBefore(child, entry, held.children[id] ?? []);
    else if (!field?.value && !field?.from && !field?.number && !isComputed(entity, id))
      change[id] = entry.old;
  }
  return { ...change, version: held.version };
}

/** Nobody writes it, and no move: the type's own function does. */
function isComputed({ computes, fields, life }: Entity, id: string): boolean {
  return (computes ?? null) !== null && fields[id]?.write === 'never' && id !== life?.field;
}

/** The rows inside a record without those that came, with those that went, and with those that were changed as they were. */
function rowsBefore(
  { lines, order }: EntityChild,
  { old, new: now }: AuditRow['fields'][string],
  stored: readonly Values[],
): readonly Values[] {
  const was = new Map(rowsIn(old).map((row) => [row.id, row]));
  const came = new Set(rowsIn(now).flatMap(({ id }) => (was.has(id) ? [] : [id])));
  const there = new Set(stored.map(({ id }) => id));
  const kept = stored.filter(({ id }) => !came.has(id)).map((row) => was.get(row.id) ?? row);
  // A row that went gets another number: its own is not given twice.
  const back = [...was.values()].filter(({ id }) => !there.has(id)).map(({ id: _, ...row }) => row);
  const place = (row: Values) => (order === null ? 0 : Number(row[order] ?? 0));
  return [...kept, ...back]
    .sort((one, other) => place(one) - place(other))
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([id]) => id === 'id' || Object.hasOwn(lines.fields, id)),
      ),
    );
}

function rowsIn(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function valuesAfter({ fields }: Pick<AuditRow, 'fields'>): Values {
  return Object.fromEntries(Object.entries(fields).map(([id, { new: value }]) => [id, value]));
}

async function refuseClash(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  held: Held,
  version: number,
  after: Values,
): Promise<void> {
  if (held.version === version) return;
  const theirs = (await changesSince(client, entity, [{ id: held.id, version }])).get(held.id) ?? {};
  const fields = clashingFields(after, theirs);
  if (fields.length === 0) return;
  const message = conflictMessage(held, caller.id);
  throw new Problem('conflict', message, {
    errors: fields.map((field) => ({ pointer: `/${field}`, message })),
    details: conflictDetails(held, await readRecord(client, entity, caller, held.id)),
  });
}
