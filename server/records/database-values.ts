// What a type's SQL function computes of a change: values that need more than the record itself.
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { changesAnything } from './database-rules.ts';
import { changedValues, type Plan } from './plan.ts';
import type { Values } from './read.ts';

/** The plans with what the functions of their types answer, one statement a type; what is as it was is left out. */
export async function withDatabaseValues(
  client: DatabaseClient,
  plans: readonly Plan[],
): Promise<readonly Plan[]> {
  const computed = new Map<Plan, Values>();
  const names = new Set(plans.flatMap(({ entity }) => entity.computes ?? []));
  for (const name of names) {
    const asked = plans.filter(
      (plan) => plan.entity.computes === name && plan.action !== 'delete' && changesAnything(plan),
    );
    const { rows } = await client.query<{ n: number; found: Values | null }>(
      `select p.ordinality::integer as n,
         ${quoted(name)}(nullif(p.value -> 'before', 'null'), nullif(p.value -> 'after', 'null')) as found
       from jsonb_array_elements($1::jsonb) with ordinality p`,
      [JSON.stringify(asked.map(({ record }) => record))],
    );
    for (const { n, found } of rows) {
      const plan = asked[n - 1];
      if (plan && found) computed.set(plan, found);
    }
  }
  return plans.map((plan) => {
    const found = computed.get(plan);
    if (!found) return plan;
    const values = { ...plan.values, ...changedValues(plan.entity, plan.before, found) };
    return { ...plan, values, record: { ...plan.record, after: { ...plan.record.after, ...found } } };
  });
}
