// What arrives as a screen is looked at before anything draws it: the server has checked it, but a browser may be given
// anything. No library sees a screen that is refused here.
import type { LinkedScreen } from './linked.ts';
import { isJsonObject } from './values.ts';

const mostValues = 100_000;
const deepest = 60;
const longestText = 20_000;
const longestExpression = 1000;
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Properties that lead somewhere. */
const leading: ReadonlySet<string> = new Set(['to', 'link', 'href', 'url']);

const lists = ['params', 'blocks', 'buttons', 'onOpen', 'alias'] as const;

function isRoute(text: string): boolean {
  // One slash and no backslash: browsers take `//x` and `/\x` for another host.
  return /^\/(?!\/)[^\\]*$/.test(text);
}

function leadsAway(value: unknown): boolean {
  if (typeof value === 'string') return !isRoute(value);
  if (!isJsonObject(value) || !Array.isArray(value.$text)) return false;
  const [first, ...more] = value.$text;
  // One path alone is decided when it is followed: only to a page that the person may open.
  if (isJsonObject(first) && more.length === 0) return false;
  return typeof first !== 'string' || !isRoute(first);
}

/** The first thing that is wrong below a value; null when nothing is. Walks without recursion: depth is what is judged. */
function wrongInside(root: unknown): string | null {
  const open: { readonly value: unknown; readonly key: string; readonly depth: number }[] = [
    { value: root, key: '', depth: 0 },
  ];
  for (let seen = 0; ; seen++) {
    const next = open.pop();
    if (!next) return null;
    if (seen > mostValues) return `it has more than ${mostValues} values`;
    const { value, key, depth } = next;
    if (depth > deepest) return `it is nested deeper than ${deepest} levels`;
    if (typeof value === 'string') {
      if (key === '$expr' && value.length > longestExpression) return 'an expression is too long';
      if (value.length > longestText) return 'a text is too long';
    }
    if (leading.has(key) && leadsAway(value)) return `"${key}" leads out of the application`;
    if (Array.isArray(value)) for (const inner of value) open.push({ value: inner, key, depth: depth + 1 });
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (forbidden.has(name)) return `it has the name "${name}"`;
        open.push({ value: inner, key: name, depth: depth + 1 });
      }
  }
}

function wrongShape(value: unknown): string | null {
  if (!isJsonObject(value)) return 'it is no object';
  if (typeof value.id !== 'string') return 'it has no id';
  if (typeof value.route !== 'string' || !isRoute(value.route)) return 'its route is no path';
  for (const list of lists) if (!Array.isArray(value[list])) return `"${list}" is no list`;
  for (const map of ['data', 'codes']) if (!isJsonObject(value[map])) return `"${map}" is no object`;
  return null;
}

/** The screen that a server sent. Throws, with what is wrong, for anything that is none. */
export function guardedScreen(value: unknown): LinkedScreen {
  const wrong = wrongShape(value) ?? wrongInside(value);
  if (wrong !== null)
    throw new Error(
      `The definition that arrived cannot be drawn: ${wrong}. Reload the page, and tell an administrator if that does not help.`,
    );
  return value as LinkedScreen;
}
