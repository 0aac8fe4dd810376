const storageKey = 'cadastre.menu.closed';

/** Titles of the groups of the menu that are folded in this browser. */
export function closedGroups(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((title) => typeof title === 'string') : []);
  } catch {
    return new Set();
  }
}

export function keepGroup(title: string, open: boolean): void {
  const closed = new Set(closedGroups());
  if (open) closed.delete(title);
  else closed.add(title);
  try {
    localStorage.setItem(storageKey, JSON.stringify([...closed]));
  } catch {
    // A blocked storage costs the memory of a reload only.
  }
}
