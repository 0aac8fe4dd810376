// Rows by what somebody types of them: a number, an address, lot and plan.
import type { Row } from '#src/core/values.ts';

/** Rows that are told of at most. */
export const mostFound = 20;

/** `12/DP755123` and `Lot 12 DP 755123` are told apart by nothing but a word. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).filter((word) => word !== 'lot');
}

/** Whether a word of the search says a word of a row: its beginning does, but for a number among other words. */
function says(wanted: string, word: string, alone: boolean): boolean {
  return word === wanted || (word.startsWith(wanted) && (alone || !/\d/.test(wanted)));
}

/**
 * The rows with a field that has each word of the text, those first that are named so or have most words whole; `fields` from
 * the one that names a row down.
 */
export function findRows(
  rows: readonly Row[],
  fields: readonly string[],
  text: string,
): { readonly found: readonly Row[]; readonly count: number } {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return { found: [], count: 0 };
  const alone = wanted.length === 1;
  /** How well a field has the text: 0 not at all. */
  const fits = (field: string, at: number): number => {
    const words = wordsOf(field);
    if (!wanted.every((one) => words.some((word) => says(one, word, alone)))) return 0;
    const whole = wanted.filter((one) => words.includes(one)).length;
    return 1 + whole + (at === 0 && whole === words.length ? 1 : 0);
  };
  const hits = rows
    .map((row) => ({
      row,
      fit: Math.max(0, ...fields.map((field, at) => fits(String(row[field] ?? ''), at))),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  return { found: hits.slice(0, mostFound).map(({ row }) => row), count: hits.length };
}
