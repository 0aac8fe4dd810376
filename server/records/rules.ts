import type { Entity } from '#src/core/entity.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import { readsOf } from '#src/core/expressions/reads.ts';
import { nobody, type Scope } from '#src/core/scope.ts';
import type { Rejection } from '../problem.ts';
import type { Values } from './read.ts';

/**
 * What breaks a rule of the entity, with the message at each field that the rule names. A rule that the change does not
 * touch is not asked: a stored value that breaks a rule of today must not stop the rest from being saved.
 */
export function brokenRules(
  entity: Entity,
  after: Values,
  changed: ReadonlySet<string> | null,
  today: string,
): readonly Rejection[] {
  const scope = formScope(after, today);
  return (entity.check ?? []).flatMap(({ when, expr, message, level, fields }) => {
    if (level !== 'error') return [];
    const reads = [fields, readsOf(expr), when ? readsOf(when) : []];
    // Reads that nobody can tell may be any.
    const touched = reads.some((some) => some === null || some.some((field) => changed?.has(field)));
    if (changed && !touched) return [];
    if (when && evaluateExpression(when, scope) !== true) return [];
    // Undecided, where a value is missing, passes.
    if (evaluateExpression(expr, scope) !== false) return [];
    return fields.map((field) => ({ pointer: `/${field}`, message }));
  });
}

/** What an expression of an entity may read on the server: the record and the day. */
export function formScope(form: Values, today: string): Scope {
  return { ...nobody, form, today };
}
