const grouped = new Intl.NumberFormat('en-AU');

/** One of what a list is called by. */
export function singular(noun: string): string {
  if (/\bof\b/.test(noun)) return noun.replace(/^(\w+?)s of /, '$1 of ');
  if (noun.endsWith('yses')) return noun.replace(/es$/, 'is');
  if (/[^aeiou]ies$/.test(noun)) return noun.replace(/ies$/, 'y');
  if (/(?:s|x|z|ch|sh)es$/.test(noun)) return noun.replace(/es$/, '');
  return noun.replace(/([^s])s$/, '$1');
}

/** `1 sale`, `2,000 sales`. */
export function counted(count: number, noun: string): string {
  return `${grouped.format(count)} ${count === 1 ? singular(noun) : noun}`;
}
