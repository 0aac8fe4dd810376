// Loaded where a screen has an expression, and only there.
import type { Environment } from '@marcbachmann/cel-js';
import type { LinkedExpression } from '../linked.ts';
import type { Scope } from '../scope.ts';
import { createEnvironment } from './environment.ts';
import { rewrite } from './rewrite.ts';

interface Program {
  readonly run: (context: object) => unknown;
  /** Variables that it reads; the others need not be prepared. */
  readonly reads: readonly string[];
}

const variables = [
  'params',
  'data',
  'row',
  'form',
  'user',
  'session',
  'today',
  'answer',
  'failure',
  'roles',
  'perms',
  'workDistricts',
];
const programs = new Map<string, Program | null>();
let environment: Environment | null = null;

/**
 * The value of a checked expression; null when it cannot be decided, because a value is missing or does not fit.
 * `*When` then counts as false, a check as passed, a value as empty.
 */
export function evaluateExpression(expression: LinkedExpression, scope: Scope): unknown {
  const program = programOf(expression.$expr);
  if (!program) return null;
  try {
    const value = program.run(plainScope(scope, program.reads));
    return value === undefined ? null : typeof value === 'bigint' ? Number(value) : value;
  } catch {
    return null;
  }
}

function programOf(text: string): Program | null {
  const known = programs.get(text);
  if (known !== undefined) return known;
  if (programs.size >= 2000) programs.clear();
  const program = compile(text);
  programs.set(text, program);
  return program;
}

function compile(text: string): Program | null {
  environment ??= variables.reduce((made, name) => made.registerVariable(name, 'dyn'), createEnvironment());
  try {
    const parsed = environment.parse(text);
    const { unknown, paths } = rewrite(parsed.ast, environment);
    if (unknown.length > 0 || !parsed.check().valid) return null;
    // The functions of rights read their lists without naming them.
    const roots = new Set(['roles', 'perms', 'workDistricts', ...paths.map(({ path }) => path[0])]);
    return { run: (context) => parsed(context), reads: variables.filter((name) => roots.has(name)) };
  } catch {
    return null;
  }
}

function plainScope(scope: Scope, reads: readonly string[]): object {
  const context: { [name: string]: unknown } = {};
  for (const name of reads) {
    const value = withoutNulls(Reflect.get(scope, name));
    if (value !== undefined) context[name] = value;
  }
  return context;
}

// Scopes and rows are never changed in place, so a cleaned copy serves as long as its original.
const cleaned = new WeakMap<object, unknown>();

function withoutNulls(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || isClean(value)) return value;
  const known = cleaned.get(value);
  if (known !== undefined) return known;
  const copy = Array.isArray(value) ? listWithoutNulls(value) : objectWithoutNulls(value);
  cleaned.set(value, copy);
  return copy;
}

// Most rows hold nothing to leave out: they are read as they are.
function isClean(value: object): boolean {
  for (const inner of Object.values(value) as unknown[]) {
    const type = typeof inner;
    if (type !== 'string' && type !== 'number' && type !== 'boolean') return false;
  }
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function listWithoutNulls(list: readonly unknown[]): readonly unknown[] {
  return list.map(withoutNulls).filter((entry) => entry !== undefined);
}

function objectWithoutNulls(value: object): object {
  const copy: { [name: string]: unknown } = {};
  for (const name of Object.keys(value)) {
    if (name === '__proto__') continue;
    const inner = withoutNulls(Reflect.get(value, name));
    if (inner !== undefined) copy[name] = inner;
  }
  return copy;
}
