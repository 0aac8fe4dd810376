import type { Environment } from '@marcbachmann/cel-js';
import { limits } from '../limits.ts';
import { suggest } from '../suggest.ts';
import { tones } from '../tones.ts';
import { createEnvironment, functions, methods } from './environment.ts';
import { rewrite } from './rewrite.ts';
import { type Shape, shapeAt, type Variables } from './shape.ts';

export interface ExpressionFinding {
  /** Index of the character in the expression's text. */
  readonly index: number;
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

export interface CheckedExpression {
  readonly findings: readonly ExpressionFinding[];
  /** Paths that it reads, e.g. `['params', 'year']`. */
  readonly paths: readonly (readonly string[])[];
  readonly perms: readonly { readonly name: string; readonly index: number }[];
  /** Texts that stand for a code of a table. */
  readonly codes: readonly { readonly table: string; readonly code: string; readonly index: number }[];
}

export interface TypedEnvironment {
  readonly environment: Environment;
  readonly variables: Variables;
  /** Fields of the types that the environment has made, by the type's name. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

let base: Environment | null = null;

/** An environment that knows the fields of every variable. It checks only; evaluation runs on plain data. */
export function typedEnvironment(variables: Variables): TypedEnvironment {
  base ??= createEnvironment();
  const environment = base.clone({});
  const fields = new Map<string, readonly string[]>();
  const celType = (shape: Shape, name: string): string => {
    if (shape === 'text') return 'string';
    if (shape === 'number') return 'double';
    if (shape === 'boolean') return 'bool';
    if (shape === 'any') return 'dyn';
    if ('codes' in shape) return 'string';
    if ('list' in shape)
      return shape.list === 'any' ? 'list' : `list<${celType(shape.list, `${name}_item`)}>`;
    const members: { [field: string]: string } = {};
    for (const [field, inner] of Object.entries(shape.fields))
      members[field] = celType(inner, `${name}_${field}`);
    const type = `T_${name}`;
    environment.registerType(type, { fields: members } as never);
    fields.set(type, Object.keys(members));
    return type;
  };
  for (const [name, shape] of Object.entries(variables))
    environment.registerVariable(name, celType(shape, name));
  environment.registerVariable('roles', 'list<string>');
  environment.registerVariable('perms', 'list<string>');
  environment.registerVariable('workDistricts', 'list<string>');
  return { environment, variables, fields };
}

const answers: { readonly [returns: string]: readonly string[] } = {
  boolean: ['bool', 'dyn'],
  text: ['string', 'dyn'],
  tone: ['string', 'dyn'],
  number: ['double', 'int', 'dyn'],
  list: ['list', 'dyn'],
};

/** Syntax, names, functions and types of a CEL text. */
export function checkExpression(text: string, typed: TypedEnvironment, returns: string): CheckedExpression {
  const wrong = (index: number, rule: string, message: string, suggestion?: string): CheckedExpression => ({
    findings: [{ index, rule, message, suggestion }],
    paths: [],
    perms: [],
    codes: [],
  });
  if (text.length > limits.expression) {
    return wrong(
      0,
      'expression-limit',
      `The expression has ${text.length} characters; at most ${limits.expression} are allowed. Compute it in the query.`,
    );
  }
  let parsed: ReturnType<Environment['parse']>;
  try {
    parsed = typed.environment.parse(text);
  } catch (error) {
    const { code, summary, index } = failureOf(error);
    const rule = code === 'limit_exceeded' ? 'expression-limit' : 'expression-syntax';
    return wrong(index, rule, `The expression cannot be read: ${lowerFirst(summary)}.`);
  }
  const survey = rewrite(parsed.ast, typed.environment);
  const unknown = survey.unknown[0];
  if (unknown) {
    const known = Object.keys(unknown.method ? methods : functions);
    return wrong(
      unknown.start,
      'unknown-function',
      `The function "${unknown.name}" is not known.`,
      suggest(unknown.name, known) ?? `Known: ${known.join(', ')}.`,
    );
  }
  const result = parsed.check();
  const paths = survey.paths.map(({ path }) => path);
  const perms = survey.rights
    .filter(({ kind }) => kind === 'perm')
    .map(({ name, start }) => ({ name, index: start }));
  if (!result.valid) return { findings: [typeFinding(result.error, typed)], paths, perms, codes: [] };
  const type = String(result.type);
  const allowed = answers[returns];
  const fits = !allowed || allowed.includes(type) || (returns === 'list' && type.startsWith('list<'));
  const tone = returns === 'tone' ? unknownTone(survey.answers) : null;
  if (tone) return { findings: [tone], paths, perms, codes: [] };
  if (fits) return { findings: [], paths, perms, codes: codesIn(survey.compared, typed.variables) };
  return {
    findings: [
      {
        index: 0,
        rule: 'expression-type',
        message: `The expression is ${wordOf(type)}; ${wordOf(answers[returns]?.[0] ?? returns)} is expected.`,
      },
    ],
    paths,
    perms,
    codes: [],
  };
}

function unknownTone(answers: ReturnType<typeof rewrite>['answers']): ExpressionFinding | null {
  const wrong = answers.find(({ text }) => !tones.some((tone) => tone === text));
  if (!wrong) return null;
  return {
    index: wrong.start,
    rule: 'unknown-tone',
    message: `"${wrong.text}" is no tone, so nothing would be marked.`,
    suggestion: suggest(wrong.text, tones) ?? `Known: ${tones.join(', ')}.`,
  };
}

function codesIn(
  compared: ReturnType<typeof rewrite>['compared'],
  variables: Variables,
): CheckedExpression['codes'] {
  return compared.flatMap(({ path, text, start }) => {
    const shape = shapeAt(path, variables);
    const table = typeof shape === 'object' && 'list' in shape ? shape.list : shape;
    return typeof table === 'object' && 'codes' in table
      ? [{ table: table.codes, code: text, index: start }]
      : [];
  });
}

function typeFinding(error: unknown, typed: TypedEnvironment): ExpressionFinding {
  const { code, summary, index, node } = failureOf(error);
  if (code === 'unknown_variable') {
    const name = summary.replace('Unknown variable: ', '');
    const known = Object.keys(typed.variables);
    return {
      index,
      rule: 'unknown-name',
      message: `"${name}" is not known here.`,
      suggestion: suggest(name, known) ?? `Known: ${known.join(', ')}.`,
    };
  }
  if (code === 'no_such_key') {
    const name = summary.replace('No such key: ', '');
    const known = typed.fields.get(node) ?? [];
    const owner = node.replace(/^T_/, '').replace(/_/g, '.');
    return {
      index,
      rule: 'unknown-name',
      message: `"${name}" is not in "${owner}".`,
      suggestion:
        suggest(name, known) ??
        (known.length > 0 && known.length <= 12 ? `Known: ${known.join(', ')}.` : undefined),
    };
  }
  return {
    index,
    rule: 'expression-type',
    message: `The expression does not fit: ${plainWords(lowerFirst(summary))}.`,
  };
}

function failureOf(error: unknown): { code: string; summary: string; index: number; node: string } {
  const member = (name: string): unknown =>
    typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined;
  const range = member('range');
  const node = member('node');
  const start =
    typeof range === 'object' && range !== null && 'start' in range && typeof range.start === 'number'
      ? range.start
      : 0;
  return {
    code: String(member('code') ?? ''),
    summary: String(member('summary') ?? member('message') ?? 'unknown failure').split('\n')[0] ?? '',
    index: start,
    node: ownerType(node),
  };
}

function ownerType(node: unknown): string {
  if (typeof node !== 'object' || node === null || !('args' in node) || !Array.isArray(node.args)) return '';
  const left: unknown = node.args[0];
  const type: unknown = typeof left === 'object' && left !== null ? Reflect.get(left, 'checkedType') : null;
  return typeof type === 'object' && type !== null ? String(Reflect.get(type, 'name') ?? '') : '';
}

const words: { readonly [type: string]: string } = {
  bool: 'true or false',
  string: 'text',
  double: 'a number',
  int: 'a number',
  list: 'a list',
};

function wordOf(type: string): string {
  return words[type] ?? (type.startsWith('list') ? 'a list' : `a value of ${type.replace(/^T_/, '')}`);
}

function plainWords(text: string): string {
  return text
    .replace(/\bbool\b/g, 'true-or-false')
    .replace(/\bdouble\b/g, 'number')
    .replace(/\bstring\b/g, 'text')
    .replace(/\bT_(\w+)/g, '$1');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '');
}
