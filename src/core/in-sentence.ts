/** A title or label inside a sentence: without its capital; an abbreviation stays as it is. */
export function inSentence(title: string): string {
  return /^\p{Lu}[\p{Ll} ]/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
