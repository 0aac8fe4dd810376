import type { MenuItem } from '#src/session/session-state.ts';

// A menu comes from the server; a pattern that is slow or broken must not stop the page.
const longestPattern = 200;

function matches(pattern: string, path: string): boolean {
  if (pattern.length > longestPattern) return false;
  try {
    return new RegExp(pattern).test(path);
  } catch {
    return false;
  }
}

/** An item is highlighted by its action, its activeon list and its activematch patterns; a group by its items. */
export function isHighlighted(item: MenuItem, path: string): boolean {
  return (
    item.action === path ||
    (item.activeon ?? []).includes(path) ||
    (item.activematch ?? []).some((pattern) => matches(pattern, path)) ||
    (item.items ?? []).some((child) => isHighlighted(child, path))
  );
}
