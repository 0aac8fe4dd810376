import type { LinkedTemplate, Over, Text } from '../linked.ts';

export interface TemplateProblem {
  readonly index: number;
  readonly message: string;
}

export interface ParsedTemplate {
  readonly text: Text;
  readonly paths: readonly { readonly path: readonly string[]; readonly index: number }[];
  readonly problem: TemplateProblem | null;
}

const pathPattern = /^[A-Za-z_]\w*(?:\.\w+)*$/;

/** Cuts `/sale/{row.id}` into text and paths; `{{` and `}}` are the braces themselves. */
export function parseTemplate(source: string, over: Over): ParsedTemplate {
  const parts: LinkedTemplate['$text'][number][] = [];
  const paths: { path: readonly string[]; index: number }[] = [];
  let plain = '';
  const fail = (index: number, message: string): ParsedTemplate => ({
    text: source,
    paths: [],
    problem: { index, message },
  });
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    if ((char === '{' || char === '}') && source[i + 1] === char) {
      plain += char;
      i++;
    } else if (char === '}')
      return fail(i, 'The brace "}" closes nothing. Write "}}" for the character itself.');
    else if (char === '{') {
      const end = source.indexOf('}', i);
      if (end === -1) return fail(i, 'The brace "{" is not closed. Write "{{" for the character itself.');
      const inner = source.slice(i + 1, end);
      if (!pathPattern.test(inner)) {
        return fail(
          i + 1,
          `"${inner}" is no path. A template holds paths such as {row.id}; compute with an expression instead.`,
        );
      }
      if (plain !== '') parts.push(plain);
      plain = '';
      const path = inner.split('.');
      parts.push({ path });
      paths.push({ path, index: i + 1 });
      i = end;
    } else plain += char;
  }
  if (paths.length === 0) return { text: plain, paths, problem: null };
  if (plain !== '') parts.push(plain);
  return { text: { $text: parts, over }, paths, problem: null };
}
