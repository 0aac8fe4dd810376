/** Numbers of records as they are typed or pasted, several by commas or spaces; null where the text says something else. */
export function typedNumbers(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const plain = parts.every((part) => /^[1-9]\d{0,14}$/.test(part));
  return parts.length === 0 || !plain ? null : [...new Set(parts.map(Number))];
}

/** The numbers in a value: one, several, or none. */
export function chosenNumbers(value: unknown): readonly number[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
}
