import type { Entity } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import type { Caller } from '../../access/caller.ts';
import type { Problem } from '../../problem.ts';
import { clashingFields, conflictMessage } from '../conflict.ts';
import type { Ground } from '../ground.ts';
import { type Held, holdRecords } from '../hold.ts';
import type { Work } from '../in-transaction.ts';
import { type Plan, planCreate, planRemove, planSave } from '../plan.ts';
import { planMove } from '../plan-move.ts';
import { notThere, type Values } from '../read.ts';
import { readReferred } from '../referred.ts';
import { type Rejected, rejected } from '../rejected.ts';
import { groundOf } from '../served.ts';
import { changesSince } from '../since.ts';
import { inverseOf, valuesAfter } from '../undo.ts';
import { whyNotHeld } from '../unheld.ts';
import { type MadeChange, madeChanges } from './made-changes.ts';
import type { Proposal } from './proposal.ts';

/** A proposal with what is to be written of it, or why nothing is. */
export interface Planned {
  readonly proposal: Proposal;
  readonly held: Held | null;
  readonly plan: Plan | Rejected;
  readonly move: Move | null;
}

interface Facts {
  readonly entity: Entity;
  readonly caller: Caller;
  readonly ground: Ground;
  readonly held: ReadonlyMap<number, Held>;
  /** Why the others are not held. */
  readonly unheld: ReadonlyMap<number, Problem>;
  /** For an undo: what was changed, and what others changed since. */
  readonly made: ReadonlyMap<number, MadeChange>;
  readonly theirs: ReadonlyMap<number, Values>;
}

/** Holds the records of some proposals, in the order of their ids, and plans each as if it were asked alone. */
export async function planProposals(work: Work, proposals: readonly Proposal[]): Promise<readonly Planned[]> {
  const { client, server, entity, caller } = work;
  const ids = proposals.flatMap(({ id }) => id ?? []);
  const held = await holdRecords(client, entity, ids);
  const unheld = await whyNotHeld(
    client,
    entity,
    ids.filter((id) => !held.has(id)),
  );
  const undone = proposals.flatMap(({ does, id, version }) =>
    does === 'undo' && id !== null && version !== null ? [{ id, version }] : [],
  );
  const made = undone.length > 0 ? await madeChanges(client, entity, undone) : new Map<number, MadeChange>();
  const theirs = undone.length > 0 ? await changesSince(client, entity, undone) : new Map<number, Values>();
  const changes = proposals.flatMap((proposal) => {
    if ('values' in proposal) return [proposal.values];
    const before = proposal.id === null ? undefined : made.get(proposal.id);
    return before
      ? [Object.fromEntries(Object.entries(before.fields).map(([id, { old }]) => [id, old]))]
      : [];
  });
  const referred = await readReferred(client, server, entity, caller, changes);
  const facts = { entity, caller, ground: { ...groundOf(server), referred }, held, unheld, made, theirs };
  return proposals.map((proposal) => planOne(proposal, facts));
}

function planOne(proposal: Proposal, facts: Facts): Planned {
  const { entity, caller, ground } = facts;
  const of = (plan: Plan | Rejected, held: Held | null = null, move: Move | null = null): Planned => ({
    proposal,
    held,
    plan,
    move,
  });
  const refuse = (message: string, held: Held | null = null) =>
    of(rejected('refused', [{ pointer: '', message }]), held);
  if (proposal.refused) return refuse(proposal.refused);
  if (proposal.does === 'create') return of(planCreate(entity, proposal.values, caller, ground));
  const held = proposal.id === null ? undefined : facts.held.get(proposal.id);
  if (!held)
    return refuse(facts.unheld.get(proposal.id ?? 0)?.message ?? notThere(entity, proposal.id ?? 0).message);
  if (proposal.does === 'undo') return of(planUndo(held, proposal, facts), held);
  if (proposal.version !== null && proposal.version !== held.version)
    return refuse(conflictMessage(held, caller.id), held);
  const { version } = held;
  if (proposal.does === 'delete') return of(planRemove(entity, held, ground), held);
  if (proposal.does === 'save')
    return of(planSave(entity, held, { ...proposal.values, version }, caller, ground), held);
  const { move, by, values } = proposal;
  const asked = { move, version, ...(by ? { by } : {}), ...(values ? { values } : {}) };
  const planned = planMove(entity, held, asked, caller, ground);
  return 'errors' in planned ? of(planned, held) : of(planned.plan, held, planned.move);
}

/** The change of a version taken back, unless somebody changed the same since. */
function planUndo(held: Held, { id, version }: Proposal, facts: Facts): Plan | Rejected {
  const { entity, caller, ground } = facts;
  const made = facts.made.get(id ?? 0);
  const refuse = (pointers: readonly string[], message: string) =>
    rejected(
      'refused',
      pointers.map((pointer) => ({ pointer, message })),
    );
  if (!made) return refuse([''], 'This change is not in the history of the record.');
  if (made.action === 'insert')
    return held.version === version
      ? planRemove(entity, held, ground)
      : refuse([''], conflictMessage(held, caller.id));
  const clashes = clashingFields(valuesAfter(made), facts.theirs.get(held.id) ?? {});
  if (clashes.length > 0)
    return refuse(
      clashes.map((field) => `/${field}`),
      conflictMessage(held, caller.id),
    );
  return planSave(entity, held, inverseOf(entity, made, held), caller, ground);
}
