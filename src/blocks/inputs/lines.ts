// Values by key in the text of one parameter: AAA=1.05;BBB=0.98.

export function valuesOf(text: unknown): ReadonlyMap<string, number> {
  const lines = typeof text === 'string' && text !== '' ? text.split(';') : [];
  return new Map(
    lines.flatMap((line): readonly (readonly [string, number])[] => {
      const at = line.lastIndexOf('=');
      const value = Number(line.slice(at + 1));
      return at > 0 && line.slice(at + 1).trim() !== '' && Number.isFinite(value)
        ? [[line.slice(0, at), value]]
        : [];
    }),
  );
}

/** Null where nothing is left. */
export function textOf(values: ReadonlyMap<string, number>): string | null {
  return values.size === 0 ? null : [...values].map(([key, value]) => `${key}=${value}`).join(';');
}

/** One value changed; a key that holds what separates values cannot be kept. */
export function withValue(text: unknown, key: string, value: number | null): string | null {
  const values = new Map(valuesOf(text));
  if (value === null || /[=;]/.test(key)) values.delete(key);
  else values.set(key, value);
  return textOf(values);
}
