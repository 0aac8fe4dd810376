import useSWRImmutable from 'swr/immutable';
import type { LinkedScreen } from '#src/core/linked.ts';
import type { Evaluate } from '#src/core/resolve/resolve-value.ts';
import { loadPart } from './load-part.ts';

const asksNothing: Evaluate = () => null;

function hasExpression(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpression);
  if (typeof value !== 'object' || value === null) return false;
  return '$expr' in value || Object.values(value).some(hasExpression);
}

/** The evaluator of expressions, loaded when a screen has one; null while it loads. */
export function useEvaluate(screen: LinkedScreen): Evaluate | null {
  const needed = hasExpression(screen);
  const { data, error } = useSWRImmutable(needed ? 'expressions' : null, async () => {
    const { evaluateExpression } = await loadPart(() => import('#src/core/expressions/evaluate.ts'));
    return evaluateExpression as Evaluate;
  });
  if (error) throw error;
  return needed ? (data ?? null) : asksNothing;
}
