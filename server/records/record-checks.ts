import type { Entity } from '#src/core/entity.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import { readsOf } from '#src/core/expressions/reads.ts';
import type { Scope } from '#src/core/scope.ts';
import { Problem, type Rejection } from '../problem.ts';

type Values = { readonly [field: string]: unknown };

/**
 * Refuses what breaks a rule of the entity, with the message at each field that the rule names. A rule that the change
 * does not touch is not asked: a stored value that breaks a rule of today must not stop the rest from being saved.
 */
export function checkRules(
  entity: Entity,
  after: Values,
  changed: ReadonlySet<string> | null,
  today: string,
): void {
  const scope: Scope = { ...nobody, form: after, today };
  const errors: Rejection[] = [];
  for (const { when, expr, message, level, fields } of entity.check ?? []) {
    if (level !== 'error') continue;
    const reads = [fields, readsOf(expr), when ? readsOf(when) : []];
    // Reads that nobody can tell may be any.
    const touched = reads.some((some) => some === null || some.some((field) => changed?.has(field)));
    if (changed && !touched) continue;
    if (when && evaluateExpression(when, scope) !== true) continue;
    // Undecided, where a value is missing, passes.
    if (evaluateExpression(expr, scope) !== false) continue;
    errors.push(...fields.map((field) => ({ pointer: `/${field}`, message })));
  }
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
}

const nobody: Scope = {
  params: {},
  data: {},
  user: null,
  session: {
    baseYear: 0,
    selectedBaseyear: 0,
    selectedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: [],
  today: '',
};
