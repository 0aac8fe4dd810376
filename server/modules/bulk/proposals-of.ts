import type { Criterion, Entity } from '#src/core/entity.ts';
import type { Caller } from '../../access/caller.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';
import type { Proposal } from '../../records/bulk/proposal.ts';
import { checkCriteria, criteriaConditions } from '../../records/criteria.ts';
import type { Work } from '../../records/in-transaction.ts';
import type { Asked, BulkPayload } from './bulk-payload.ts';

/** How many records one change may be of. */
export const mostRecords = 250_000;

export function mayAsk(caller: Caller, { record }: Entity, _asked: Asked): boolean {
  const { view, update } = record.permissions;
  return caller.perms.has(view) && update !== null && caller.perms.has(update);
}

/** Whether what is done can be taken back: a save can; what is deleted is gone, and a move may have run what nobody undoes. */
export function undoable({ does }: Asked): boolean {
  return does === 'set';
}

/** What the payload asks, record by record. */
export async function proposalsOf(work: Work, payload: BulkPayload): Promise<readonly Proposal[]> {
  const { asked } = payload;
  if (asked.does === 'undo') return doneBy(work, asked.job);
  const ids = await targetsOf(work, payload);
  const base = (id: number) => ({ id, version: null });
  switch (asked.does) {
    case 'set':
      return ids.map((id) => ({ ...base(id), does: 'save', values: asked.values }));
    case 'move':
      return ids.map((id) => ({ ...base(id), does: 'move', move: asked.move }));
    case 'delete':
      return ids.map((id) => ({ ...base(id), does: 'delete' }));
  }
}

async function targetsOf(work: Work, { ids, criteria }: BulkPayload): Promise<readonly number[]> {
  if (criteria === null) return [...new Set(ids ?? [])];
  return foundBy(work, criteria);
}

/** All records that a search finds for this person, now. */
async function foundBy({ client, entity, caller }: Work, criteria: readonly Criterion[]) {
  checkCriteria(criteria, entity, caller);
  const values: unknown[] = [];
  const conditions = criteriaConditions(criteria, entity, (value) => `$${values.push(value)}`);
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const { rows } = await client.arrays(
    `select id::bigint from ${quoted(entity.record.view)}${where} order by id limit ${mostRecords + 1}`,
    values,
  );
  if (rows.length > mostRecords)
    throw new Problem(
      'refused',
      `The search finds more than ${mostRecords} records. Narrow it, and change them in parts.`,
    );
  return rows.map(([id]) => Number(id));
}

/** The records that a job changed, each in the version that it made. */
async function doneBy({ client }: Work, job: number): Promise<readonly Proposal[]> {
  const { rows } = await client.query<{ id: number; version: number }>(
    `select record_id as id, version from job_record
     where job_id = $1::bigint and outcome = 'done' and record_id is not null and version is not null order by place`,
    [job],
  );
  return rows.map(({ id, version }) => ({ id, version, does: 'undo' }));
}
