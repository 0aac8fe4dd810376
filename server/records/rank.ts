// How well a text meets the words that a person typed, as the terms of an order: what is meant stands first.

/** Words as a person separates them. */
export function wordsOf(text: string, most = 8): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, most);
}

/**
 * For "12 GEORGE": the very words one after another ("12 GEORGE ST", then "3/12 GEORGE ST"), the text that begins so
 * ("12 GEORGETOWN RD"), whole words and beginnings of words wherever they stand; "112 GEORGE ST" holds them, and comes last.
 */
export function bestFirst(text: string, words: readonly string[], bind: (value: unknown) => string): string {
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter((part) => part !== '');
  if (parts.length === 0) return text;
  const plain = `upper(' ' || replace(translate(${text}, '/-,.&()', '       '), '  ', ' ') || ' ')`;
  const holds = (piece: string) => `position(upper(${bind(piece)}::text) in ${plain})`;
  const phrase = parts.join(' ');
  const count = (pieces: readonly string[]) =>
    pieces.map((piece) => `(${holds(piece)} > 0)::integer`).join(' + ');
  return [
    `(${holds(` ${phrase} `)} > 0) desc`,
    `(${holds(` ${phrase}`)} = 1) desc`,
    `(${holds(` ${phrase}`)} > 0) desc`,
    `${count(parts.map((part) => ` ${part} `))} desc`,
    `${count(parts.map((part) => ` ${part}`))} desc`,
    text,
  ].join(', ');
}
