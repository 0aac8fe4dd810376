// A long JSON text piece by piece: as a whole it would take many times its size in memory.

const quote = 0x22;
const backslash = 0x5c;
const opens: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closes: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const blank = /[ \t\r\n]/;

/** The first place from `at` on that is no blank. */
function pastBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && blank.test(text[next] ?? '')) next++;
  return next;
}

/** Where the value that begins at `at` ends; -1 where the text ends first. Whether it is JSON is for whoever parses it. */
export function valueEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      i = stringEnd(text, i) - 1;
      if (i < 0) return -1;
    } else if (opens.has(code)) depth++;
    else if (closes.has(code)) depth--;
    else if (depth > 0 || !/[,\]}\s]/.test(text[i + 1] ?? ',')) continue;
    if (depth <= 0) return i + 1;
  }
  return -1;
}

function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return -1;
}

/** Where the list of a key of the object that the text is stands; null without one. -1 as its end where the text ends first. */
export function listOfKey(text: string, key: string): { readonly from: number; readonly to: number } | null {
  let at = pastBlanks(text, 0);
  if (text[at] !== '{') return null;
  for (at = pastBlanks(text, at + 1); text[at] === '"'; ) {
    const end = stringEnd(text, at);
    if (end < 0) return null;
    const name = text.slice(at + 1, end - 1);
    at = pastBlanks(text, end);
    if (text[at] !== ':') return null;
    at = pastBlanks(text, at + 1);
    const to = valueEnd(text, at);
    if (name === key) return text[at] === '[' ? { from: at, to } : null;
    if (to < 0) return null;
    at = pastBlanks(text, to);
    if (text[at] === ',') at = pastBlanks(text, at + 1);
  }
  return null;
}

/** The items of the list between two places, each as it is written; null for what stands where an item should. */
export function* itemsOf(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<string | null, void> {
  const last = to - 1;
  let at = pastBlanks(text, from + 1);
  while (at < last) {
    const end = valueEnd(text, at);
    const item = end < 0 || end > last ? null : text.slice(at, end);
    yield item;
    if (item === null) return;
    at = pastBlanks(text, end);
    if (at >= last) return;
    if (text[at] !== ',') {
      yield null;
      return;
    }
    at = pastBlanks(text, at + 1);
  }
}
