// Texts that a spreadsheet would run as a formula, wherever they leave for one: files and the clipboard.

// Signs also in full width and in their small form, and behind what is not seen: some programs strip both.
const startsFormula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

/** The text as a spreadsheet takes it for a text. Numbers are not for this: they may be negative. */
export function withoutFormula(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** What `withoutFormula` was given. */
export function asItWas(text: string): string {
  const rest = text.slice(1);
  return text.startsWith("'") && startsFormula.test(rest) ? rest : text;
}
