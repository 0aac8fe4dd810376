import { isDay } from '#src/core/day.ts';
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { isExpression } from '#src/core/linked.ts';
import type { ValueType } from '#src/core/values.ts';
import type { SqlSource } from '../definitions/definitions.ts';
import { Problem, type Rejection } from '../problem.ts';

export type ParamValues = { readonly [id: string]: unknown };

/** What is wrong with a value that is sent for a parameter of this type; null for nothing. */
export function valueFault(type: ValueType, value: unknown): string | null {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value) ? null : 'A whole number is needed.';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'A number is needed.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false is needed.';
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'A date as yyyy-MM-dd is needed.';
    default:
      return typeof value === 'string' && value.length <= 4000 && !value.includes('\u0000')
        ? null
        : 'A text is needed.';
  }
}

function checked(
  param: LinkedParam,
  given: unknown,
): { readonly value: unknown; readonly fault: string | null } {
  // An emptied filter is sent as null and stays empty; only what was not sent has its default.
  if (given === undefined) return { value: isExpression(param.default) ? null : param.default, fault: null };
  if (given === null || given === '' || (Array.isArray(given) && given.length === 0))
    return { value: null, fault: null };
  if (!param.many) return { value: given, fault: valueFault(param.type, given) };
  if (!Array.isArray(given)) return { value: null, fault: 'A list is needed.' };
  if (given.length > 1000) return { value: null, fault: 'At most 1000 values are accepted.' };
  return {
    value: given,
    fault: given.map((item: unknown) => valueFault(param.type, item)).find((f) => f !== null) ?? null,
  };
}

/** The screen's parameters as they were sent, each of its type; a missing one is its literal default or null. */
export function readParams(screen: LinkedScreen, given: ParamValues): ParamValues {
  const errors: Rejection[] = [];
  const values: { [id: string]: unknown } = {};
  for (const param of screen.params) {
    const { value, fault } = checked(param, Object.hasOwn(given, param.id) ? given[param.id] : undefined);
    values[param.id] = value;
    if (fault) errors.push({ pointer: `/params/${param.id}`, message: `${param.title}: ${fault}` });
  }
  for (const id of Object.keys(given))
    if (!screen.params.some((param) => param.id === id))
      errors.push({ pointer: `/params/${id}`, message: 'This parameter is unknown.' });
  if (errors.length > 0) throw new Problem('invalid-request', errors[0]?.message, { errors });
  return values;
}

/** Values in the order of `$1` on. A date list, a number list: the cast in the SQL gives the type. */
export function valuesFor(
  source: Pick<SqlSource, 'params'>,
  names: readonly string[],
  params: ParamValues,
  districts: readonly string[],
): unknown[] {
  return names.map((name) => {
    if (name === 'districts') return districts;
    const value = Object.hasOwn(params, name) ? params[name] : null;
    // A choice of one where the statement takes a list.
    if (source.params.get(name) === 'list' && value !== null && !Array.isArray(value)) return [value];
    return value ?? null;
  });
}
