// What arrives as a screen is looked at before anything draws it: the server has checked it, but a browser may be given
// anything. No library sees a screen that is refused here. The checker asks the same of every screen that it links, so
// that what it lets through is never refused by a page.
import { leadOf } from './href.ts';
import { forbiddenNames, limits } from './limits.ts';
import type { LinkedScreen } from './linked.ts';
import { isJsonObject } from './values.ts';

/** Properties that lead somewhere. */
const leading: ReadonlySet<string> = new Set(['to', 'link', 'href', 'url']);
/** Properties whose inner names are an author's own, such as those of an operation's parameters: they lead nowhere. */
const named: ReadonlySet<string> = new Set([
  ...['body', 'data', 'fields', 'measures', 'onError', 'params', 'query', 'set', 'where', 'titles', 'codes'],
]);

const lists = ['params', 'blocks', 'buttons', 'onOpen', 'alias'] as const;

interface Inner {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
}

function wrongText({ value, key }: Inner): string | null {
  if (typeof value !== 'string') return null;
  if (key === '$expr' && value.length > limits.expression) return 'an expression is too long';
  return value.length > limits.text ? 'a text is too long' : null;
}

function wrongName(name: string): string | null {
  if (forbiddenNames.has(name)) return `it has the name "${name}"`;
  return name.length > limits.name ? `the name "${name.slice(0, 20)}…" is too long` : null;
}

/** The first thing that is wrong below a value; null when nothing is. Walks without recursion: depth is what is judged. */
function wrongInside(root: unknown): string | null {
  const open: Inner[] = [{ value: root, key: '', depth: 0 }];
  for (let seen = 0; ; seen++) {
    const next = open.pop();
    if (!next) return null;
    if (seen > limits.linkedValues) return `it has more than ${limits.linkedValues} values`;
    const { value, key, depth } = next;
    if (depth > limits.linkedDepth) return `it is nested deeper than ${limits.linkedDepth} levels`;
    const wrong = wrongText(next);
    if (wrong !== null) return wrong;
    // What is neither a text nor a template is no address, such as what a reference says of its record.
    const isAddress = typeof value === 'string' || (isJsonObject(value) && '$text' in value);
    if (leading.has(key) && isAddress && leadOf(value) === 'out')
      return `"${key}" leads out of the application`;
    if (Array.isArray(value)) for (const inner of value) open.push({ value: inner, key, depth: depth + 1 });
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        const wrong = wrongName(name);
        if (wrong !== null) return wrong;
        open.push({ value: inner, key: named.has(key) ? '' : name, depth: depth + 1 });
      }
  }
}

function wrongShape(value: unknown): string | null {
  if (!isJsonObject(value)) return 'it is no object';
  if (typeof value.id !== 'string') return 'it has no id';
  if (leadOf(value.route) !== 'inside') return 'its route is no path';
  for (const list of lists) if (!Array.isArray(value[list])) return `"${list}" is no list`;
  for (const map of ['data', 'codes']) if (!isJsonObject(value[map])) return `"${map}" is no object`;
  return null;
}

/** Why a page refuses a linked screen; null when it draws it. */
export function screenFault(value: unknown): string | null {
  return wrongShape(value) ?? wrongInside(value);
}

/** The screen that a server sent. Throws, with what is wrong, for anything that is none. */
export function guardedScreen(value: unknown): LinkedScreen {
  const wrong = screenFault(value);
  if (wrong !== null)
    throw new Error(
      `The definition that arrived cannot be drawn: ${wrong}. Reload the page, and tell an administrator if that does not help.`,
    );
  return value as LinkedScreen;
}
