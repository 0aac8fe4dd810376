import type { EntityChild } from '#src/core/entity.ts';
import type { AuditedField } from '../database/audit.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import type { ChildPlan } from './plan-children.ts';
import type { Values } from './read.ts';

/** A plan of the rows inside one record. */
export interface OwnedPlan {
  readonly parent: number;
  readonly plan: ChildPlan;
}

/** The rows that were changed, before and after, by record and child: one entry of its history tells them. */
export type ChildAudits = ReadonlyMap<number, { readonly [child: string]: AuditedField }>;

/** Writes the rows inside records, set by set: one statement a table for what goes, and one for each set of columns. */
export async function writeChildren(
  client: DatabaseClient,
  owned: readonly OwnedPlan[],
): Promise<ChildAudits> {
  const audits = new Map<number, { [child: string]: AuditedField }>();
  const tables = new Map<string, readonly OwnedPlan[]>();
  for (const one of owned)
    tables.set(one.plan.child.table, [...(tables.get(one.plan.child.table) ?? []), one]);
  for (const plans of tables.values()) {
    await removeRows(client, plans);
    await updateRows(client, plans);
    const made = await insertRows(client, plans);
    for (const one of plans) {
      const { child, updates, removes } = one.plan;
      const old = [...removes, ...updates.map(({ before }) => before)].map((row) => shown(child, row));
      const now = [
        ...updates.map(({ before, values }) => ({ ...shown(child, before), ...values })),
        ...(made.get(one) ?? []),
      ];
      audits.set(one.parent, {
        ...audits.get(one.parent),
        [child.id]: { old: inOrder(child, old), new: inOrder(child, now) },
      });
    }
  }
  return audits;
}

function shown({ lines, order }: EntityChild, row: Values): Values {
  const columns = ['id', ...Object.keys(lines.fields), ...(order === null ? [] : [order])];
  return Object.fromEntries(columns.map((id) => [id, row[id] ?? null]));
}

/** As they stood in the record; without an order of their own, as they were made. */
function inOrder({ order }: EntityChild, rows: readonly Values[]): readonly Values[] {
  const by = order ?? 'id';
  const place = (row: Values) => Number(row[by] ?? Number.MAX_SAFE_INTEGER);
  return rows.toSorted((one, other) => place(one) - place(other));
}

async function removeRows(client: DatabaseClient, plans: readonly OwnedPlan[]): Promise<void> {
  const ids = plans.flatMap(({ plan }) => plan.removes.map(({ id }) => Number(id)));
  const table = plans[0]?.plan.child.table;
  if (ids.length === 0 || table === undefined) return;
  await client.query(`delete from ${quoted(table)} where id = any($1::bigint[])`, [ids]);
}

async function updateRows(client: DatabaseClient, plans: readonly OwnedPlan[]): Promise<void> {
  const rows = plans.flatMap(({ plan: { child, updates } }) =>
    updates.map(({ id, values }) => ({ child, id, values })),
  );
  for (const set of sets(rows, ({ values }) => Object.keys(values).sort())) {
    const [first] = set.rows;
    if (!first) continue;
    const writes = set.columns.map((id) => `${quoted(id)} = v.${quoted(id)}`);
    await client.query(
      `update ${quoted(first.child.table)} c set ${writes.join(', ')} from ${recordset(first.child)} where c.id = v.id`,
      [JSON.stringify(set.rows.map(({ id, values }) => ({ ...values, id })))],
    );
  }
}

async function insertRows(
  client: DatabaseClient,
  plans: readonly OwnedPlan[],
): Promise<ReadonlyMap<OwnedPlan, readonly Values[]>> {
  const made = new Map<OwnedPlan, Values[]>();
  const rows = plans.flatMap((owner) =>
    owner.plan.inserts.map((values) => ({ owner, values: { ...owner.plan.child.fixed, ...values } })),
  );
  for (const set of sets(rows, ({ values }) => Object.keys(values).sort())) {
    const [first] = set.rows;
    if (!first) continue;
    const { child } = first.owner.plan;
    const columns = [child.parent, ...set.columns].map(quoted).join(', ');
    const values = [`v.${quoted(child.parent)}`, ...set.columns.map((id) => `v.${quoted(id)}`)].join(', ');
    const answer = await client.query<{ id: number }>(
      `insert into ${quoted(child.table)} (${columns}) select ${values} from ${recordset(child)} order by v.ordinality returning id::bigint as id`,
      [JSON.stringify(set.rows.map(({ owner, values: row }) => ({ ...row, [child.parent]: owner.parent })))],
    );
    set.rows.forEach(({ owner, values: row }, n) => {
      made.set(owner, [...(made.get(owner) ?? []), { id: answer.rows[n]?.id ?? null, ...row }]);
    });
  }
  return made;
}

function recordset({ table }: EntityChild): string {
  return `json_populate_recordset(null::${quoted(table)}, $1::json) with ordinality v`;
}

function sets<Row>(
  rows: readonly Row[],
  columnsOf: (row: Row) => readonly string[],
): readonly { readonly columns: readonly string[]; readonly rows: readonly Row[] }[] {
  const found = new Map<string, { columns: readonly string[]; rows: Row[] }>();
  for (const row of rows) {
    const columns = columnsOf(row);
    const key = columns.join(',');
    const set = found.get(key) ?? { columns, rows: [] };
    set.rows.push(row);
    found.set(key, set);
  }
  return [...found.values()];
}
