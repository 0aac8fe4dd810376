/** A statement of a script and where it begins, counted in characters from 0. */
export interface ScriptStatement {
  readonly text: string;
  readonly start: number;
}

// Comments, quoted texts and names, and dollar quotes are skipped as a whole; words and semicolons are looked at.
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|\w+|;/g;

/** The statements of a script, to say which of them failed; the script itself is run as a whole. */
export function statementsOf(script: string): readonly ScriptStatement[] {
  const found: ScriptStatement[] = [];
  let begin = 0;
  let depth = 0;
  let body = false;
  const end = (at: number) => {
    const text = script.slice(begin, at);
    const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0].length ?? 0;
    if (lead < text.length) found.push({ text: text.slice(lead), start: begin + lead });
    begin = at + 1;
    depth = 0;
    body = false;
  };
  for (const match of script.matchAll(token)) {
    const word = match[0].toLowerCase();
    // Only `begin atomic … end` holds semicolons of its own; `case … end` may stand in it.
    if (word === 'atomic') {
      body = true;
      depth = 1;
    } else if (body && word === 'case') depth++;
    else if (body && word === 'end') depth--;
    else if (word === ';' && depth <= 0) end(match.index);
  }
  end(script.length);
  return found;
}

/** Line and column, from 1, of a place counted in characters from 0. */
export function lineAndColumn(
  text: string,
  place: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, place).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
