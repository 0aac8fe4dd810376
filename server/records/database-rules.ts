// What a type's SQL function has against a change: rules that need other rows than the record's own.
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import type { Rejection } from '../problem.ts';
import type { Plan } from './plan.ts';
import { refusal } from './rejected.ts';

/** Asks the functions of all types that plans are of, one statement a type; what they answer refuses everything. */
export async function demandDatabaseRules(client: DatabaseClient, plans: readonly Plan[]): Promise<void> {
  const errors: Rejection[] = [];
  const names = new Set(plans.flatMap(({ entity }) => entity.rules ?? []));
  for (const name of names) {
    const asked = plans.filter((plan) => plan.entity.rules === name && changesAnything(plan));
    const { rows } = await client.query<{ n: number; pointer: string; message: string }>(
      `select p.ordinality::integer as n, r.pointer, r.message
       from jsonb_array_elements($1::jsonb) with ordinality p,
         lateral ${quoted(name)}(nullif(p.value -> 'before', 'null'), nullif(p.value -> 'after', 'null')) r
       order by p.ordinality`,
      [JSON.stringify(asked.map(({ record }) => record))],
    );
    for (const { n, pointer, message } of rows)
      errors.push({ pointer: `${asked[n - 1]?.at ?? ''}${pointer}`, message });
  }
  if (errors.length > 0) throw refusal({ code: 'refused', errors });
}

export function changesAnything({ action, values, children }: Plan): boolean {
  return action !== 'update' || Object.keys(values).length > 0 || children.length > 0;
}
