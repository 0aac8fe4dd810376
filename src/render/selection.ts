/** Selected rows by their keys; with `all`, everything but the keys. Immutable. */
export interface Selection {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
}

export const nothing: Selection = { all: false, keys: new Set() };
export const everything: Selection = { all: true, keys: new Set() };

export function isSelected(selection: Selection, key: string): boolean {
  return selection.keys.has(key) !== selection.all;
}

export function toggle(selection: Selection, key: string): Selection {
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { ...selection, keys };
}

export function only(key: string): Selection {
  return { all: false, keys: new Set([key]) };
}

export function including(selection: Selection, more: readonly string[]): Selection {
  const keys = new Set(selection.keys);
  for (const key of more) {
    if (selection.all) keys.delete(key);
    else keys.add(key);
  }
  return { ...selection, keys };
}

export function inverted(selection: Selection): Selection {
  return { ...selection, all: !selection.all };
}

export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.keys.size) : selection.keys.size;
}

/** For the visit's memory, which holds plain data. */
export function packSelection(selection: Selection): unknown {
  return { all: selection.all, keys: [...selection.keys].slice(0, 5_000) };
}

export function unpackSelection(packed: unknown): Selection {
  if (typeof packed !== 'object' || packed === null || !('all' in packed) || !('keys' in packed))
    return nothing;
  const { all, keys } = packed;
  if (typeof all !== 'boolean' || !Array.isArray(keys)) return nothing;
  return { all, keys: new Set(keys.filter((key): key is string => typeof key === 'string')) };
}
