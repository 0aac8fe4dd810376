import type { Criterion } from '#src/core/entity.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';
import type { Proposal } from '../../records/bulk/proposal.ts';
import { checkCriteria, criteriaConditions } from '../../records/criteria.ts';
import type { Work } from '../../records/in-transaction.ts';
import { narrowedBy, narrowing } from '../../records/text-index.ts';
import type { BulkPayload } from './bulk-payload.ts';

type Reading = Pick<Work, 'client' | 'entity' | 'caller'>;

/** How many records one change may be of. */
export const mostRecords = 250_000;

/** What the payload asks, record by record; what a command proposes was read before. */
export async function proposalsOf(work: Work, payload: BulkPayload): Promise<readonly Proposal[]> {
  const { asked } = payload;
  if (asked.does === 'undo') return doneBy(work, asked.job);
  if (asked.does === 'command') throw new Error('A command proposes by itself.');
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

/** The records that a payload names, each once. */
export async function targetsOf(work: Reading, { ids, criteria }: BulkPayload): Promise<readonly number[]> {
  if (criteria === null) return [...new Set(ids ?? [])];
  return foundBy(work, criteria);
}

/** All records that a search finds for this person, now. */
async function foundBy({ client, entity, caller }: Reading, criteria: readonly Criterion[]) {
  checkCriteria(criteria, entity, caller);
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const narrowed = await narrowedBy(client, entity, criteria);
  const conditions = [
    ...(narrowed === null ? [] : [narrowing(narrowed, bind)]),
    ...criteriaConditions(criteria, entity, bind),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const { rows } = await client.arrays(
    `select id::bigint from ${quoted(entity.record.view)}${where} order by id limit ${mostRecords + 1}`,
    values,
  );
  if (rows.length > mostRecords)
    throw new Problem(
      'refused',
      `The search finds more than ${mostRecords.toLocaleString('en-AU')} records. Narrow it, and change them in parts.`,
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
