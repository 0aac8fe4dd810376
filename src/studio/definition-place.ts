// Where a block of a screen stands in its file. The text is in force, so it is JSON; no parser with places is loaded.
import { isJsonObject } from '#src/core/values.ts';

export interface DefinitionPlace {
  readonly pointer: string;
  readonly line: number;
}

type Path = readonly (string | number)[];

/** Path of the first object with this id and type; null where it comes from another file, as of a fragment. */
function pathOfBlock(json: unknown, id: string, type: string, path: Path = []): Path | null {
  if (!isJsonObject(json) && !Array.isArray(json)) return null;
  if (isJsonObject(json) && json.id === id && json.type === type) return path;
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(json)
    ? [...json.entries()]
    : Object.entries(json);
  for (const [step, value] of entries) {
    const found = pathOfBlock(value, id, type, [...path, step]);
    if (found) return found;
  }
  return null;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Offset of the value at a path. */
function offsetOf(text: string, path: Path): number | null {
  const wanted = path.join('\0');
  const at: (string | number)[] = [];
  let name: string | null = null;
  for (const match of text.matchAll(token)) {
    const [word] = match;
    const inObject = typeof at.at(-1) === 'string';
    if (word === '}' || word === ']') at.pop();
    else if (word === ',') {
      const last = at.pop();
      at.push(typeof last === 'number' ? last + 1 : '');
      name = null;
    } else if (word === ':') at.splice(-1, 1, name ?? '');
    else if (inObject && name === null && word.startsWith('"')) name = String(JSON.parse(word));
    else {
      if (at.join('\0') === wanted) return match.index;
      if (word === '{') at.push('');
      if (word === '[') at.push(0);
      if (word === '{' || word === '[') name = null;
    }
  }
  return null;
}

export function placeOfBlock(text: string, id: string, type: string): DefinitionPlace | null {
  const path = pathOfBlock(JSON.parse(text), id, type);
  const offset = path ? offsetOf(text, path) : null;
  if (!path || offset === null) return null;
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer, line: text.slice(0, offset).split('\n').length };
}
