// A screen's parameters between the address bar, where they are text, and the scope, where they are typed.
import { isDay } from './dates.ts';
import { isExpression, type LinkedParam } from './linked.ts';
import type { Evaluate } from './resolve/resolve-value.ts';
import type { Scope } from './scope.ts';

export interface ParamValues {
  readonly [id: string]: unknown;
}

/** The texts of an address's query by name. */
export interface QueryTexts {
  readonly [id: string]: readonly string[];
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
): ParamValues {
  return Object.fromEntries(
    params.map((param) => {
      if (param.in === 'route') return [param.id, parseParam(param, route[param.id] ?? '') ?? null];
      const texts = (query[param.id] ?? []).filter((text) => text !== '');
      if (texts.length === 0) {
        const emptied = query[param.id] !== undefined && !param.required;
        return [param.id, emptied ? null : defaultOf(param, scope, evaluate)];
      }
      const values = texts.map((text) => parseParam(param, text)).filter((value) => value !== undefined);
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
