import type { Environment } from '@marcbachmann/cel-js';
import { functions, methods } from './environment.ts';

/** A node of the library's syntax tree, as far as we read and change it before it is checked. */
interface SyntaxNode {
  op: string;
  args: unknown;
  readonly start: number;
  readonly pos: number;
}

export interface Survey {
  /** Paths that the expression reads: `['params', 'year']`. */
  readonly paths: readonly { readonly path: readonly string[]; readonly start: number }[];
  /** Calls of functions that the language does not have. */
  readonly unknown: readonly { readonly name: string; readonly method: boolean; readonly start: number }[];
  /** Texts with which a path is compared. */
  readonly compared: readonly {
    readonly path: readonly string[];
    readonly text: string;
    readonly start: number;
  }[];
  /** Texts that the whole expression may answer as they stand: `'bad'` in `row.pass ? 'none' : 'bad'`. */
  readonly answers: readonly { readonly text: string; readonly start: number }[];
  /** Literal arguments of has_perm and has_role. */
  readonly rights: readonly {
    readonly kind: 'role' | 'perm';
    readonly name: string;
    readonly start: number;
  }[];
}

/** Functions of the user's rights, and the list that each reads without naming it. */
const listOf: ReadonlyMap<string, string> = new Map([
  ['has_role', 'roles'],
  ['has_perm', 'perms'],
  ['works_in', 'workDistricts'],
]);

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/**
 * Makes every number literal a double and binds the functions of the user's rights to their lists,
 * so that int and double mix freely. Changes the tree in place and tells what it reads.
 */
export function rewrite(tree: unknown, environment: Environment): Survey {
  const paths: { path: readonly string[]; start: number }[] = [];
  const unknown: { name: string; method: boolean; start: number }[] = [];
  const rights: { kind: 'role' | 'perm'; name: string; start: number }[] = [];

  const compared: { path: readonly string[]; text: string; start: number }[] = [];

  const compare = (path: readonly string[] | null, value: unknown): void => {
    if (path && isNode(value) && value.op === 'value' && typeof value.args === 'string')
      compared.push({ path, text: value.args, start: value.start });
  };
  const comparison = (left: unknown, right: unknown): void => {
    if (!isNode(left) || !isNode(right)) return;
    compare(pathOf(left), right);
    compare(pathOf(right), left);
    if (right.op === 'list' && Array.isArray(right.args))
      for (const entry of right.args) compare(pathOf(left), entry);
  };

  const variable = (name: string): unknown => environment.parse(name).ast;

  const call = (node: SyntaxNode, method: boolean): void => {
    if (!Array.isArray(node.args)) return;
    const name = String(node.args[0]);
    if (!Object.hasOwn(method ? methods : functions, name))
      unknown.push({ name, method, start: method ? node.pos : node.start });
    if (name === 'size') node.args[0] = 'count';
    const given: unknown = node.args[method ? 2 : 1];
    const list = method ? undefined : listOf.get(name);
    if (list === undefined || !Array.isArray(given) || given.length !== 1) return;
    const [right] = given as unknown[];
    if (name !== 'works_in' && isNode(right) && right.op === 'value' && typeof right.args === 'string') {
      rights.push({ kind: name === 'has_role' ? 'role' : 'perm', name: right.args, start: right.start });
    }
    given.push(variable(list));
  };

  const walk = (value: unknown, index: boolean): void => {
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry, false);
      return;
    }
    if (!isNode(value)) return;
    if (value.op === 'value') {
      // The library takes no double as a list index.
      if (typeof value.args === 'bigint' && !index) value.args = Number(value.args);
      return;
    }
    if ((value.op === '==' || value.op === '!=' || value.op === 'in') && Array.isArray(value.args))
      comparison(value.args[0], value.args[1]);
    const path = pathOf(value);
    if (path) paths.push({ path, start: value.start });
    if (path && value.op !== 'id') return;
    if (value.op === '[]' && Array.isArray(value.args)) {
      walk(value.args[0], false);
      walk(value.args[1], true);
      return;
    }
    walk(value.args, false);
    if (value.op === 'call') call(value, false);
    if (value.op === 'rcall') call(value, true);
  };
  walk(tree, false);
  return { paths, unknown, compared, rights, answers: answersOf(tree) };
}

function answersOf(node: unknown): Survey['answers'] {
  if (!isNode(node)) return [];
  if (node.op === 'value')
    return typeof node.args === 'string' ? [{ text: node.args, start: node.start }] : [];
  const [name, given] = Array.isArray(node.args) ? (node.args as unknown[]) : [];
  if (node.op === 'call' && name === 'coalesce' && Array.isArray(given)) return given.flatMap(answersOf);
  if (node.op === '?:' && Array.isArray(node.args)) return node.args.slice(1).flatMap(answersOf);
  return [];
}

function pathOf(node: SyntaxNode): readonly string[] | null {
  if (node.op === 'id') return [String(node.args)];
  if (node.op !== '.' || !Array.isArray(node.args)) return null;
  const [left, name] = node.args as unknown[];
  const before = isNode(left) ? pathOf(left) : null;
  return before && typeof name === 'string' ? [...before, name] : null;
}
