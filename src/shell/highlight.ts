import { patternProblem } from '#src/core/pattern/safe-pattern.ts';
import type { MenuItem } from '#src/session/session-state.ts';

/** Patterns that may be matched; null for one that is slow or broken, which must not stop the page. */
const known = new Map<string, RegExp | null>();

function patternOf(text: string): RegExp | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const pattern = patternProblem(text) === null ? new RegExp(text, 'u') : null;
  known.set(text, pattern);
  return pattern;
}

/** An item is highlighted by its action, its activeon list and its activematch patterns; a group by its items. */
export function isHighlighted(item: MenuItem, path: string): boolean {
  return (
    item.action === path ||
    (item.activeon ?? []).includes(path) ||
    (item.activematch ?? []).some((pattern) => patternOf(pattern)?.test(path)) ||
    (item.items ?? []).some((child) => isHighlighted(child, path))
  );
}
