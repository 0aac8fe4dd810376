import { type AuditEntry, type AuditedField, writeAudits } from '../database/audit.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import { demandDatabaseRules } from './database-rules.ts';
import { withDatabaseValues } from './database-values.ts';
import type { Plan } from './plan.ts';
import type { Values } from './read.ts';
import { type OwnedPlan, writeChildren } from './write-children.ts';

/** A row as it stands after the write, beside its plan. */
interface Written {
  readonly plan: Plan;
  readonly id: number;
  readonly district: string | null;
  readonly synthetic: boolean;
}

/**
 * Writes plans and their audit, set by set: one statement for all plans that write the same columns of one table.
 * Answers the ids in the order of the plans. Nothing else writes a table of an entity, but imports and migrations.
 */
export async function writePlans(
  client: DatabaseClient,
  plans: readonly Plan[],
  userId: number,
): Promise<readonly number[]> {
  const computed = await withDatabaseValues(client, plans);
  await demandDatabaseRules(client, computed);
  const numbered = await withNumbers(client, computed);
  const written: Written[] = [];
  // Rows inside a record that goes, go before it.
  await writeChildren(
    client,
    ownedBy(numbered.filter(({ action }) => action === 'delete').map((plan) => ({ plan, id: plan.id ?? 0 }))),
  );
  for (const set of setsOf(numbered)) written.push(...(await writeSet(client, set, userId)));
  const inside = await writeChildren(client, ownedBy(written.filter(({ plan }) => plan.action !== 'delete')));
  await writeAudits(
    client,
    userId,
    written.map((one) => auditOf(one, inside.get(one.id))),
  );
  const ids = new Map(written.map(({ plan, id }) => [plan, id]));
  return numbered.map((plan) => ids.get(plan) ?? plan.id ?? 0);
}

function ownedBy(written: readonly { readonly plan: Plan; readonly id: number }[]): readonly OwnedPlan[] {
  return written.flatMap(({ plan, id }) => plan.children.map((child) => ({ parent: id, plan: child })));
}

/** The plans with the next numbers of their series; a series is locked until the transaction ends, so it has no gaps. */
async function withNumbers(client: DatabaseClient, plans: readonly Plan[]): Promise<readonly Plan[]> {
  const numbered: Plan[] = [];
  for (const plan of plans) {
    const values: { [field: string]: unknown } = {};
    for (const { field, series, part } of plan.numbers) {
      const { rows } = await client.query<{ last: number }>(
        `insert into number_series as s (entity, field, part, last) values ($1::text, $2::text, $3::text, 1)
         on conflict (entity, field, part) do update set last = s.last + 1 returning last`,
        [plan.entity.id, field, part],
      );
      const text = String(rows[0]?.last ?? 0).padStart(series.digits, '0');
      values[field] = `${series.prefix}${part === '' ? '' : `${part}-`}${text}`;
    }
    numbered.push(plan.numbers.length > 0 ? { ...plan, values: { ...plan.values, ...values } } : plan);
  }
  return numbered;
}

/** Plans of one table, action and set of columns. A save that changes nothing writes nothing. */
function setsOf(plans: readonly Plan[]): readonly (readonly Plan[])[] {
  const sets = new Map<string, Plan[]>();
  for (const plan of plans) {
    const columns = Object.keys(plan.values).sort();
    if (plan.action === 'update' && columns.length === 0 && plan.children.length === 0) continue;
    const key = JSON.stringify([plan.entity.record.table, plan.action, columns]);
    sets.set(key, [...(sets.get(key) ?? []), plan]);
  }
  return [...sets.values()];
}

async function writeSet(
  client: DatabaseClient,
  plans: readonly Plan[],
  userId: number,
): Promise<readonly Written[]> {
  const first = plans[0];
  if (!first) return [];
  const { entity, action } = first;
  const columns = Object.keys(first.values).sort();
  const rows = plans.map(({ id, fromVersion, values }) => ({ ...values, id, version: fromVersion }));
  const table = quoted(entity.record.table);
  const { text, values } = statements[action](table, columns, recordset(table), rows, userId);
  const answer = await client.query<{ id: number; row: Values }>(text, values);
  // The rows were held: one that is not there any more was taken away by this very transaction.
  if (answer.rowCount !== plans.length) throw new Problem('conflict');
  const inserted = action === 'insert';
  return plans.map((plan, n) => {
    const row = inserted ? answer.rows[n]?.row : undefined;
    return {
      plan,
      id: row ? Number(row.id) : (plan.id ?? 0),
      district: row ? (typeof row.district_code === 'string' ? row.district_code : null) : plan.district,
      synthetic: row ? row.synthetic === true : plan.synthetic,
    };
  });
}

// The table's own row type gives each value the type of its column.
function recordset(table: string): string {
  return `json_populate_recordset(null::${table}, $1::json) with ordinality v`;
}

type Statement = (
  table: string,
  columns: readonly string[],
  source: string,
  rows: readonly object[],
  userId: number,
) => { readonly text: string; readonly values: readonly unknown[] };

const statements: { readonly [action in Plan['action']]: Statement } = {
  insert: (table, columns, source, rows, userId) => ({
    text: `insert into ${table} (${['created_by', 'updated_by', ...columns.map(quoted)].join(', ')})
      select ${['$2::bigint', '$2::bigint', ...columns.map((id) => `v.${quoted(id)}`)].join(', ')}
      from ${source} order by v.ordinality returning to_jsonb(${table}) as row`,
    values: [JSON.stringify(rows), userId],
  }),
  update: (table, columns, source, rows, userId) => ({
    text: `update ${table} t set ${columns.map((id) => `${quoted(id)} = v.${quoted(id)}, `).join('')}
        version = t.version + 1, updated_by = $2::bigint
      from ${source} where t.id = v.id and t.version = v.version`,
    values: [JSON.stringify(rows), userId],
  }),
  delete: (table, _columns, source, rows) => ({
    text: `delete from ${table} t using ${source} where t.id = v.id and t.version = v.version`,
    values: [JSON.stringify(rows)],
  }),
};

function auditOf(
  { plan, id, district, synthetic }: Written,
  inside: { readonly [child: string]: AuditedField } = {},
): AuditEntry {
  const { entity, action, before, values, forced, fromVersion, requestId, ingredients } = plan;
  const old = action === 'delete' ? before : values;
  const fields = Object.fromEntries(
    Object.keys(old).map((name) => [
      name,
      {
        old: before[name] ?? null,
        new: action === 'delete' ? null : values[name],
        ...(Object.hasOwn(ingredients, name) ? { from: ingredients[name] } : {}),
      },
    ]),
  );
  const all = plan.told ?? { ...fields, ...inside };
  return {
    table: entity.record.table,
    id,
    action,
    fromVersion,
    fields: requestId === null ? all : { ...all, request_id: { old: null, new: requestId } },
    forced,
    district,
    synthetic,
  };
}
