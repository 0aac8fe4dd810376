import { Environment } from '@marcbachmann/cel-js';
import {
  addDays,
  addMonths,
  baseDate,
  dayOf,
  daysBetween,
  monthEnd,
  monthsBetween,
  partsOf,
} from '../dates.ts';

/** Functions of the language and what they do; anything else is refused, `matches` above all (its patterns can hang). */
export const functions: { readonly [name: string]: string } = {
  present: 'present(x): true when the value exists and is not empty',
  coalesce: 'coalesce(a, b, …): the first value that exists and is not empty; two to six of one type',
  has_role: "has_role('x'): the user has the role",
  has_perm: "has_perm('x'): the user has the permission",
  works_in: 'works_in(district): the user works in the district and does not only search it',
  size: 'size(list) or size(text)',
  year: 'year(date)',
  month: 'month(date)',
  day: 'day(date)',
  date: 'date(year, month, day): undecided where there is no such day',
  days_between: 'days_between(from, to)',
  months_between: 'months_between(from, to): whole months, negative when to is earlier',
  add_days: 'add_days(date, n)',
  add_months: 'add_months(date, n)',
  month_end: 'month_end(date): the last day of its month',
  base_date: 'base_date(year): 1 July of the year',
  abs: 'abs(n)',
  round: 'round(n) or round(n, decimals)',
  floor: 'floor(n)',
  ceil: 'ceil(n)',
  min: 'min(a, b) or min(list)',
  max: 'max(a, b) or max(list)',
  sum: 'sum(list of numbers)',
  avg: 'avg(list of numbers)',
  text: 'text(n): as text',
  number: 'number(text)',
  lower: 'lower(text)',
  upper: 'upper(text)',
};

/** Functions written behind their subject: `list.filter(x, …)`. */
export const methods: { readonly [name: string]: string } = {
  size: 'list.size()',
  filter: 'list.filter(x, condition)',
  map: 'list.map(x, value)',
  exists: 'list.exists(x, condition)',
  exists_one: 'list.exists_one(x, condition)',
  all: 'list.all(x, condition)',
  contains: 'text.contains(part)',
  startsWith: 'text.startsWith(part)',
  endsWith: 'text.endsWith(part)',
  join: "list.join(', ')",
};

const mostAlternatives = 6;
const limits = {
  maxAstNodes: 400,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 20,
  maxCallArguments: 8,
};

// A macro's handler gets syntax instead of values; the library's types describe only the other kind.
interface MacroNode {
  readonly args: readonly unknown[];
}
interface CheckedType {
  readonly unify: (registry: unknown, other: CheckedType) => CheckedType | null;
}
interface Walker {
  readonly registry: unknown;
  readonly createError: (code: string, message: string, node: unknown) => Error;
  readonly formatType: (type: CheckedType) => string;
  readonly check: (node: unknown, context: unknown) => CheckedType;
  readonly getType: (name: string) => unknown;
  readonly run: (node: unknown, context: unknown) => unknown;
}

const presentMacro = ({ args }: MacroNode) => ({
  args,
  async: false,
  typeCheck(checker: Walker, macro: MacroNode, context: unknown) {
    checker.check(macro.args[0], context);
    return checker.getType('bool');
  },
  evaluate(evaluator: Walker, macro: MacroNode, context: unknown) {
    try {
      return isPresent(evaluator.run(macro.args[0], context));
    } catch {
      return false;
    }
  },
});

function isPresent(value: unknown): boolean {
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

const coalesceMacro = ({ args }: MacroNode) => ({
  args,
  async: false,
  typeCheck(checker: Walker, macro: MacroNode, context: unknown) {
    return macro.args.slice(1).reduce(
      (known: CheckedType, node) => {
        const type = checker.check(node, context);
        const both = known.unify(checker.registry, type);
        if (both) return both;
        throw checker.createError(
          'incompatible_arguments',
          `coalesce takes values of one type, not '${checker.formatType(known)}' and '${checker.formatType(type)}'`,
          node,
        );
      },
      checker.check(macro.args[0], context),
    );
  },
  evaluate(evaluator: Walker, macro: MacroNode, context: unknown) {
    for (const node of macro.args) {
      try {
        const value = evaluator.run(node, context);
        if (isPresent(value)) return value;
      } catch {
        // Missing: the next one is asked.
      }
    }
    throw new RangeError('undecided');
  },
});

/** The library's environment with our functions. Numbers are doubles throughout: `rewrite` sees to the literals. */
export function createEnvironment(): Environment {
  const environment = new Environment({ limits, homogeneousAggregateLiterals: true });
  environment.registerFunction('present(ast): bool', presentMacro as (...args: never[]) => unknown);
  for (let count = 2; count <= mostAlternatives; count++)
    environment.registerFunction(
      `coalesce(${Array.from({ length: count }, () => 'ast').join(', ')}): dyn`,
      coalesceMacro as (...args: never[]) => unknown,
    );
  environment.registerOperator('double % double', (a: number, b: number) => a % b);
  const add = (signature: string, run: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, run);
  };
  add('has_role(string, list): bool', (role: string, roles: readonly string[]) => roles.includes(role));
  add('has_perm(string, list): bool', (perm: string, perms: readonly string[]) => perms.includes(perm));
  add(
    'works_in(string, list): bool',
    (district: string, districts: readonly string[]) =>
      districts.includes('*') || districts.includes(district),
  );
  for (const type of ['list', 'string', 'map']) {
    const count = (value: string | readonly unknown[] | object): number =>
      typeof value === 'string'
        ? [...value].length
        : Array.isArray(value)
          ? value.length
          : Object.keys(value).length;
    add(`count(${type}): double`, count);
    add(`${type}.count(): double`, count);
  }
  add('year(string): double', (date: string) => need(partsOf(date)).year);
  add('month(string): double', (date: string) => need(partsOf(date)).month);
  add('day(string): double', (date: string) => need(partsOf(date)).day);
  add('date(double, double, double): string', (year: number, month: number, day: number) =>
    need(dayOf({ year, month, day })),
  );
  add('months_between(string, string): double', (from: string, to: string) => need(monthsBetween(from, to)));
  add('month_end(string): string', (date: string) => need(monthEnd(date)));
  add('days_between(string, string): double', (from: string, to: string) => need(daysBetween(from, to)));
  add('add_days(string, double): string', (date: string, n: number) => need(addDays(date, n)));
  add('add_months(string, double): string', (date: string, n: number) => need(addMonths(date, n)));
  add('base_date(double): string', baseDate);
  add('abs(double): double', Math.abs);
  add('round(double): double', (n: number) => rounded(n, 0));
  add('round(double, double): double', rounded);
  add('floor(double): double', Math.floor);
  add('ceil(double): double', Math.ceil);
  add('min(double, double): double', (a: number, b: number) => Math.min(a, b));
  add('max(double, double): double', (a: number, b: number) => Math.max(a, b));
  add('min(list): double', (list: readonly unknown[]) => numbers(list, 1).reduce((a, b) => Math.min(a, b)));
  add('max(list): double', (list: readonly unknown[]) => numbers(list, 1).reduce((a, b) => Math.max(a, b)));
  add('sum(list): double', (list: readonly unknown[]) => numbers(list, 0).reduce((a, b) => a + b, 0));
  add(
    'avg(list): double',
    (list: readonly unknown[]) => numbers(list, 1).reduce((a, b) => a + b, 0) / list.length,
  );
  add('text(double): string', (n: number) => String(n));
  add('text(string): string', (text: string) => text);
  add('text(bool): string', (value: boolean) => String(value));
  add('number(string): double', (text: string) =>
    need(text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)),
  );
  add('number(double): double', (n: number) => n);
  add('lower(string): string', (text: string) => text.toLowerCase());
  add('upper(string): string', (text: string) => text.toUpperCase());
  return environment;
}

// A function that cannot answer makes the expression undecided, as a missing value does.
function need<T>(value: T | null): T {
  if (value === null) throw new RangeError('undecided');
  return value;
}

function numbers(list: readonly unknown[], least: number): readonly number[] {
  if (list.length < least) throw new RangeError('undecided');
  return list.map((value) => need(typeof value === 'number' ? value : null));
}

function rounded(n: number, decimals: number): number {
  const power = 10 ** decimals;
  return (Math.sign(n) * Math.round(Math.abs(n) * power + 1e-9)) / power;
}
