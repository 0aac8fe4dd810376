// What a reader may not open is not drawn as if it led there: the one rule for every block, so that none can forget it.
import { isExpression, isTemplate, type LinkedAction, type LinkedExpression, type Text } from '../linked.ts';
import { isJsonObject } from '../values.ts';

/**
 * Whether an address is a page that the reader may open. One that the data give must be a page of those who are signed
 * in; one that the definition writes may be a public page too.
 */
export type MayOpen = (href: string, by?: 'data' | 'definition') => boolean;

/** What closes or tells something on the way, and is nothing to press a button for. */
const beside: ReadonlySet<string> = new Set(['close', 'set', 'snackbar']);

/** Whether the page of a link is there, whatever its row: what is filled in is one value at its place. */
export function isOpenLink(link: Text, mayOpen: MayOpen): boolean {
  if (typeof link === 'string') return mayOpen(link, 'definition');
  const [first, second] = link.$text;
  // One path alone: the data say where it leads, when it is followed.
  if (typeof first !== 'string' && second === undefined) return true;
  return mayOpen(link.$text.map((part) => (typeof part === 'string' ? part : '1')).join(''), 'definition');
}

function linkOf(step: LinkedAction): Text | null {
  if (step.type === 'navigate') return typeof step.to === 'string' || isTemplate(step.to) ? step.to : null;
  if (step.type !== 'search' || typeof step.prefix !== 'string') return null;
  const criteria: readonly unknown[] = Array.isArray(step.criteria) ? step.criteria : [];
  const [only, second] = criteria;
  // A search of one record by its number leads to the record.
  const one = second === undefined && isJsonObject(only) && only.fld === 'id' && only.op === 'eq';
  return one ? `/${step.prefix}/1` : `/${step.prefix}/result/x`;
}

/**
 * Whether a plan does anything for this reader: something else than leading to a page, or to one that they may open. A
 * step whose condition is not decided yet, as one over a row, may be the one that is done.
 */
export function isOpenPlan(
  steps: readonly LinkedAction[],
  holds: (condition: LinkedExpression) => boolean,
  mayOpen: MayOpen,
): boolean {
  let does = false;
  for (const step of steps) {
    const condition = isExpression(step.when) ? step.when : null;
    if (condition?.over === 'screen' && !holds(condition)) continue;
    if (beside.has(step.type)) {
      does = true;
      continue;
    }
    const link = linkOf(step);
    if (link === null || isOpenLink(link, mayOpen)) return true;
    if (condition === null || condition.over === 'screen') return false;
  }
  return does;
}

export function isPlan(value: unknown): value is readonly LinkedAction[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step) => isJsonObject(step) && typeof step.type === 'string')
  );
}
