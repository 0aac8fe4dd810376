import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { clashingFields, conflictDetails, conflictMessage } from './conflict.ts';
import { type AuditRow, auditRows } from './history.ts';
import { type Held, holdRecord } from './hold.ts';
import { type Change, planRemove, planSave } from './plan.ts';
import { notThere, readRecord, type Values } from './read.ts';
import { refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { changesSince } from './since.ts';
import { writePlans } from './write.ts';

/**
 * Takes one entry of a record's history back: a save with the old values, planned like any other. What a colleague
 * changed since is never lost: where a later change touches the same field, the undo is a conflict at that field.
 */
export function undoChange(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  entryId: number,
): Promise<Values | null> {
  const who = { userId: caller.id, districts: caller.districts };
  return server.database.write(who, async (client) => {
    const held = await holdRecord(client, entity, id);
    if (!held) throw notThere(entity, id);
    const entry = (await auditRows(client, entity, id)).find((row) => row.id === entryId);
    if (!entry) throw new Problem('not-found', 'This change is not in the history of the record.');
    const version = entry.action === 'insert' ? 1 : (entry.from_version ?? 0) + 1;
    await refuseClash(client, entity, caller, held, version, valuesAfter(entry));
    if (entry.action === 'insert') await writePlans(client, [planRemove(entity, held)], caller.id);
    else {
      const plan = planSave(entity, held, inverseOf(entry, held.version), caller, groundOf(server));
      if ('errors' in plan) throw refusal(plan);
      await writePlans(client, [plan], caller.id);
    }
    return readRecord(client, entity, caller, id);
  });
}

/** The change that puts the old values back, of the version that stands now. */
export function inverseOf({ fields }: Pick<AuditRow, 'fields'>, version: number): Change {
  return { ...Object.fromEntries(Object.entries(fields).map(([id, { old }]) => [id, old])), version };
}

function valuesAfter({ fields }: AuditRow): Values {
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
