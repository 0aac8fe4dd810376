// Loaded where a screen has an expression, and only there.
import type { Environment } from '@marcbachmann/cel-js';
import type { LinkedExpression } from '../linked.ts';
import type { Scope } from '../scope.ts';
import { createEnvironment } from './environment.ts';
import { rewrite } from './rewrite.ts';

type Program = (context: object) => unknown;

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
    const value = program(plainScope(scope));
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
    const { unknown } = rewrite(parsed.ast, environment);
    return unknown.length > 0 || !parsed.check().valid ? null : (context) => parsed(context);
  } catch {
    return null;
  }
}

function plainScope(scope: Scope): object {
  const context: { [name: string]: unknown } = {};
  for (const name of variables) {
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
  if (typeof value !== 'object') return value;
  const known = cleaned.get(value);
  if (known !== undefined) return known;
  const copy = Array.isArray(value)
    ? value.map(withoutNulls).filter((entry) => entry !== undefined)
    : Object.fromEntries(
        Object.entries(value)
          .map(([name, inner]) => [name, withoutNulls(inner)] as const)
          .filter(([, inner]) => inner !== undefined),
      );
  cleaned.set(value, copy);
  return copy;
}
