// A screen's parameters between the address bar, where they are text, and the scope, where they are typed.
import { isExpression, type LinkedParam } from './linked.ts';
import type { Evaluate } from './resolve/resolve-value.ts';
import type { Scope } from './scope.ts';

export interface ParamValues {
  readonly [id: string]: unknown;
}

const integerText = /^-?\d{1,15}$/;
const numberText = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const dayText = /^\d{4}-\d{2}-\d{2}$/;

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
      return dayText.test(text) ? text : undefined;
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
  query: URLSearchParams,
  scope: Scope,
  evaluate: Evaluate,
): ParamValues {
  return Object.fromEntries(
    params.map((param) => {
      if (param.in === 'route') return [param.id, parseParam(param, route[param.id] ?? '') ?? null];
      const texts = query.getAll(param.id).filter((text) => text !== '');
      if (texts.length === 0)
        return [param.id, query.has(param.id) ? null : defaultOf(param, scope, evaluate)];
      const values = texts.map((text) => parseParam(param, text)).filter((value) => value !== undefined);
      if (param.many) return [param.id, values.length > 0 ? values : null];
      return [param.id, values[0] ?? defaultOf(param, scope, evaluate)];
    }),
  );
}

/** The query text with one parameter changed; a value equal to the default is left out of the address. */
export function withParam(
  query: URLSearchParams,
  param: LinkedParam,
  value: unknown,
  standard: unknown,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(param.id);
  if (JSON.stringify(value ?? null) === JSON.stringify(standard ?? null)) return next;
  const values = Array.isArray(value) ? value : [value];
  const texts = values.filter((item) => item !== null && item !== undefined && item !== '').map(String);
  // An emptied filter that has a default is written as an empty value, so that the default does not come back.
  for (const text of texts.length > 0 ? texts : ['']) next.append(param.id, text);
  return next;
}
