// A screen's parameters between the address bar, where they are text, and the scope, where they are typed.
import { isDay } from './day.ts';
import { type CodeRow, isExpression, type LinkedParam } from './linked.ts';
import type { Evaluate } from './resolve/resolve-value.ts';
import type { Scope } from './scope.ts';

export interface ParamValues {
  readonly [id: string]: unknown;
}

/** The texts of an address's query by name. */
export interface QueryTexts {
  readonly [id: string]: readonly string[];
}

/** Code tables by name, as a linked screen holds them. */
export interface CodeTables {
  readonly [table: string]: readonly CodeRow[];
}

/** Something that the address says of a filter and that is no value of it: it is not taken, and said on the page. */
export interface ParamFault {
  readonly param: LinkedParam;
  readonly text: string;
  /** Ends a sentence that begins with the text: `is no whole number`. */
  readonly lack: string;
}

const integerText = /^-?\d{1,15}$/;
const numberText = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** A single value of a parameter's type; undefined when the text is no such value. */
export function parseParam(param: LinkedParam, text: string): unknown {
  switch (param.type) {
    case 'integer':
      return integerText.test(text) ? Number(text) : undefined;
    case 'number':
      return numberText.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'date':
      return isDay(text) ? text : undefined;
    default:
      return text;
  }
}

const usualYears = { min: 1900, max: 2100 };

function yearsOf({ format, type, widget: { options } }: LinkedParam): typeof usualYears | null {
  if (format !== 'baseYear' || type !== 'integer') return null;
  const { min, max } = options;
  return {
    min: typeof min === 'number' ? min : usualYears.min,
    max: typeof max === 'number' ? max : usualYears.max,
  };
}

const kinds: { readonly [type: string]: string } = {
  integer: 'is no whole number',
  number: 'is no number',
  boolean: 'is neither true nor false',
  date: 'is no day as yyyy-mm-dd',
};

/** What a text lacks to be a value of the parameter; null for a value. */
function lackOf(param: LinkedParam, text: string, tables: CodeTables): string | null {
  const value = parseParam(param, text);
  if (value === undefined) return kinds[param.type] ?? 'is no value';
  const years = yearsOf(param);
  if (years && (Number(value) < years.min || Number(value) > years.max))
    return `is no year from ${years.min} to ${years.max}`;
  const rows = param.codes === null ? undefined : tables[param.codes];
  if (!rows || rows.some(({ code }) => code === text)) return null;
  const most = 8;
  const named = rows.slice(0, most).map(({ label }) => label);
  return `is none of the choices: ${named.join(', ')}${rows.length > most ? ', …' : ''}`;
}

/** What the address says of filters that is no value of theirs. */
export function paramFaults(
  params: readonly LinkedParam[],
  query: QueryTexts,
  tables: CodeTables,
): readonly ParamFault[] {
  return params
    .filter((param) => param.in === 'query')
    .flatMap((param) =>
      (query[param.id] ?? []).flatMap((text) => {
        const lack = text === '' ? null : lackOf(param, text, tables);
        return lack === null ? [] : [{ param, text, lack }];
      }),
    );
}

export function defaultOf(param: LinkedParam, scope: Scope, evaluate: Evaluate): unknown {
  return isExpression(param.default) ? (evaluate(param.default, scope) ?? null) : param.default;
}

/** Values of all parameters: what the address says, else the default, else null. */
export function parseParams(
  params: readonly LinkedParam[],
  route: { readonly [id: string]: string },
  query: QueryTexts,
  scope: Scope,
  evaluate: Evaluate,
  tables: CodeTables = {},
): ParamValues {
  return Object.fromEntries(
    params.map((param) => {
      if (param.in === 'route') return [param.id, parseParam(param, route[param.id] ?? '') ?? null];
      const texts = (query[param.id] ?? []).filter((text) => text !== '');
      if (texts.length === 0) {
        const emptied = query[param.id] !== undefined && !param.required;
        return [param.id, emptied ? null : defaultOf(param, scope, evaluate)];
      }
      const values = texts
        .filter((text) => param.in !== 'query' || lackOf(param, text, tables) === null)
        .map((text) => parseParam(param, text))
        .filter((value) => value !== undefined);
      if (param.many) return [param.id, values.length > 0 ? values : null];
      return [param.id, values[0] ?? defaultOf(param, scope, evaluate)];
    }),
  );
}

/** What the address holds for a parameter: nothing for the default, one empty text for an emptied filter that has a default. */
export function paramTexts(value: unknown, standard: unknown): readonly string[] {
  if (JSON.stringify(value ?? null) === JSON.stringify(standard ?? null)) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((item) => item !== null && item !== undefined && item !== '').map(String);
  return texts.length > 0 ? texts : [''];
}
