import type { Entity } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { codeOf } from '../database/errors.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import { demandVersion, type Versioned } from './conflict.ts';
import { holdIn } from './in-transaction.ts';
import { type AskedMove, planMove } from './plan-move.ts';
import { readRecord, type Values } from './read.ts';
import { refusal } from './rejected.ts';
import { groundOf, type RecordServer } from './served.ts';
import { tellMoves, toldOf } from './tell.ts';
import { writePlans } from './write.ts';

/** Moves a record to its next state: hold, compare, plan, write, run what belongs to it; afterwards tell. */
export async function moveRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  asked: Versioned & AskedMove,
): Promise<Values | null> {
  demandVersion(asked);
  const who = whoOf(caller);
  const { record, told } = await server.database.write(who, async (client) => {
    const held = await holdIn({ client, server, caller, entity }, id, asked);
    const planned = planMove(entity, held, asked, caller, groundOf(server));
    if ('errors' in planned) throw refusal(planned);
    await writePlans(client, [planned.plan], caller.id);
    await runMove(client, planned.move, [id]);
    return { record: await readRecord(client, entity, caller, id), told: toldOf(planned.move, held) };
  });
  await tellMoves(server, entity, told);
  return record;
}

/** The function of the move; a sentence that it raises is for the person who moved, and takes the move back. */
export async function runMove(
  client: DatabaseClient,
  { runs, together }: Pick<Move, 'runs' | 'together'>,
  ids: readonly number[],
): Promise<void> {
  if (runs === null) return;
  try {
    if (together) await client.query(`select ${quoted(runs)}($1::bigint[])`, [ids]);
    else for (const id of ids) await client.query(`select ${quoted(runs)}($1::bigint)`, [id]);
  } catch (error) {
    if (codeOf(error) !== 'P0001' || !(error instanceof Error)) throw error;
    throw new Problem('refused', error.message, {
      cause: error,
      errors: [{ pointer: '/move', message: error.message }],
    });
  }
}
