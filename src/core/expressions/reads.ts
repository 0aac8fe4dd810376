import type { LinkedExpression } from '../linked.ts';

const known = new Map<string, readonly string[] | null>();

/** Fields of the form that an expression reads; null when it may read any, e.g. through `form["…"]`. */
export function readsOf({ $expr }: LinkedExpression): readonly string[] | null {
  const before = known.get($expr);
  if (before !== undefined) return before;
  const named = [...$expr.matchAll(/\bform\.([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  const mentions = [...$expr.matchAll(/\bform\b/g)].length;
  const reads = mentions > named.length ? null : [...new Set(named)];
  known.set($expr, reads);
  return reads;
}

/** Fields of the line that an expression of a repeated line reads. */
export function rowReadsOf({ $expr }: LinkedExpression): readonly string[] {
  return [...new Set([...$expr.matchAll(/\brow\.([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''))];
}
