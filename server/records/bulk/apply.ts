import { createHash } from 'node:crypto';
import type { EntityField } from '#src/core/entity.ts';
import type { Definitions } from '../../definitions/definitions.ts';
import { savedOf } from '../after-save.ts';
import type { Held } from '../hold.ts';
import type { Work } from '../in-transaction.ts';
import type { Plan } from '../plan.ts';
import { readableFields } from '../record-fields.ts';
import type { Saved } from '../saved.ts';
import { type ToldMove, toldOf } from '../tell.ts';
import { fieldsOfLabel, labelOf, openFields, writtenValue } from '../told.ts';
import { type Planned, planProposals } from './plan-proposals.ts';
import type { Outcome, Proposal, Tally } from './proposal.ts';
import { writePlanned } from './write-planned.ts';

/** Records that are held, planned and written in one go. */
const batch = 500;
/** How many rows a tally shows of those that are changed, and of those that are refused. */
const shown = { done: 50, refused: 200 };

export interface Watch {
  readonly signal: AbortSignal;
  /** After each batch. */
  readonly report: (soFar: number, all: number) => void;
  /** Keeps what became of a batch, in the same transaction. */
  readonly keep: (from: number, outcomes: readonly Outcome[]) => Promise<void>;
}

/**
 * Does to many records what is proposed for each, in the caller's transaction: a row is done, stands so already, or is
 * refused with its reason. Nothing is kept of any when the work is stopped.
 */
export async function applyProposals(
  work: Work,
  proposals: readonly Proposal[],
  watch: Watch,
): Promise<Tally & { readonly told: readonly ToldMove[]; readonly saved: readonly Saved[] }> {
  // Who changes the same records locks them in the same order.
  const ordered = [...proposals].sort((one, other) => placeOf(one) - placeOf(other));
  const stamp = createHash('sha256');
  const count = { done: 0, same: 0, refused: 0 };
  const rows: Outcome[] = [];
  const told: ToldMove[] = [];
  const saved: Saved[] = [];
  for (let from = 0; from < ordered.length; from += batch) {
    watch.signal.throwIfAborted();
    const planned = await planProposals(work, ordered.slice(from, from + batch));
    for (const one of planned) stamp.update(stampOf(one));
    const outcomes = await write(work, planned);
    for (const [i, outcome] of outcomes.entries()) {
      count[outcome.outcome] += 1;
      const kind = outcome.outcome;
      if (kind !== 'same' && count[kind] <= shown[kind]) rows.push(outcome);
      const one = planned[i];
      if (kind === 'done' && one?.move && one.held) told.push(...toldOf(one.move, one.held));
      if (kind === 'done' && one && !('errors' in one.plan))
        saved.push(...savedOf(work.server, work.entity, [one.plan]));
    }
    await watch.keep(from, outcomes);
    watch.report(Math.min(from + batch, ordered.length), ordered.length);
  }
  watch.signal.throwIfAborted();
  return {
    found: ordered.length,
    ...count,
    stamp: stamp.digest('base64url').slice(0, 24),
    rows,
    told,
    saved,
  };
}

/** New records come last. */
function placeOf({ id }: Proposal): number {
  return id ?? Number.MAX_SAFE_INTEGER;
}

async function write(work: Work, planned: readonly Planned[]): Promise<readonly Outcome[]> {
  const writable = planned.flatMap((one) => {
    const { plan } = one;
    return !('errors' in plan) && (writes(plan) || (one.move?.runs ?? null) !== null)
      ? [{ ...one, plan }]
      : [];
  });
  const answers = await writePlanned(work, writable);
  const written = new Map(writable.map(({ proposal }, i) => [proposal, answers[i]]));
  const fields = new Map(readableFields(work.entity, work.caller).map((field) => [field.id, field] as const));
  const { codes } = work.server.definitions.current();
  return planned.map(({ proposal, plan, held }) => {
    const label = held && calledIn(work, held);
    const refused = (message: string, errors: Outcome['errors'] = []): Outcome => ({
      id: proposal.id,
      label,
      outcome: 'refused',
      version: null,
      message,
      errors,
      changes: [],
    });
    if ('errors' in plan) return refused(plan.errors[0]?.message ?? 'Refused.', plan.errors);
    const answer = written.get(proposal);
    if (answer && 'refused' in answer) return refused(answer.refused);
    return {
      id: answer?.id ?? proposal.id,
      label,
      outcome: answer ? 'done' : 'same',
      version: plan.action === 'delete' ? null : (held?.version ?? 0) + (answer && writes(plan) ? 1 : 0),
      message: null,
      errors: [],
      changes: answer ? changesOf(plan, fields, codes) : [],
    };
  });
}

function writes({ action, values, children }: Plan): boolean {
  return action !== 'update' || children.length > 0 || Object.keys(values).length > 0;
}

function changesOf(
  { action, before, values }: Plan,
  fields: ReadonlyMap<string, EntityField>,
  codes: Definitions['codes'],
): Outcome['changes'] {
  if (action === 'delete') return [];
  const after = { ...before, ...values };
  return Object.entries(values).flatMap(([id, value]) => {
    const field = fields.get(id);
    if (!field) return [];
    const texts = {
      old_text: writtenValue(field, before, codes),
      new_text: writtenValue(field, after, codes),
    };
    return [{ id, title: field.title, old: before[id] ?? null, new: value, ...texts }];
  });
}

function calledIn({ entity, caller }: Work, { id, whole }: Held): string {
  const open = openFields(entity, fieldsOfLabel(entity), caller);
  return labelOf(entity, id, { ...Object.fromEntries(open.map(({ id: name }) => [name, whole[name]])), id });
}

/** Whoever sees the same stamp sees the same records, versions, changes and refusals. */
function stampOf({ proposal, plan, held }: Planned): string {
  const what =
    'errors' in plan
      ? plan.errors
      : [plan.action, plan.values, plan.children.map(({ child, ...rows }) => [child.id, rows])];
  return JSON.stringify([proposal.id, held?.version ?? null, what]);
}
