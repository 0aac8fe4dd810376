import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { conflictProblem, demandVersion, isStale, type Versioned } from './conflict.ts';
import { type Held, holdRecord } from './hold.ts';
import { type Change, planSave } from './plan.ts';
import { notThere, readRecord, type Values } from './read.ts';
import { readReferred } from './referred.ts';
import { refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { orUnique } from './unique.ts';
import { writePlans } from './write.ts';

/** Saves one record of a person: hold, compare, plan, write, and read it as that person may. */
export async function saveRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  change: Change,
): Promise<Values | null> {
  demandVersion(change);
  const who = { userId: caller.id, districts: caller.districts };
  return orUnique(
    server,
    entity,
    server.database.write(who, async (client) => {
      const held = await holdVersion(client, entity, caller, id, change);
      const referred = await readReferred(client, server, entity, caller, [change]);
      const plan = planSave(entity, held, change, caller, { ...groundOf(server), referred });
      if ('errors' in plan) throw refusal(plan);
      await writePlans(client, [plan], caller.id);
      return readRecord(client, entity, caller, id);
    }),
  );
}

/** The record locked, of the version that was read; else the 404 or the 409 that says what is stored now. */
export async function holdVersion(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
  asked: Versioned,
): Promise<Held> {
  const held = await holdRecord(client, entity, id);
  if (!held) throw notThere(entity, id);
  if (isStale(asked, held.version))
    throw conflictProblem(held, caller.id, await readRecord(client, entity, caller, id));
  return held;
}
