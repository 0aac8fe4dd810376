import type { Command, CommandParam } from '#src/core/link/catalog.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { Problem, type Rejection } from '../../problem.ts';
import type { Values } from '../../records/read.ts';
import { valueFault } from '../../reports/bind-params.ts';

type Codes = ReadonlyMap<string, readonly CodeRow[]>;

/** The parameters of a command as they were sent, each of its type; what is not sent is null. */
export function readParams({ params }: Pick<Command, 'params'>, given: Values, codes: Codes): Values {
  const errors: Rejection[] = [];
  const known = new Set(params.map(({ id }) => id));
  for (const id of Object.keys(given))
    if (!known.has(id))
      errors.push({ pointer: `/params/${id}`, message: `"${id.slice(0, 80)}" is no parameter.` });
  const values: { [id: string]: unknown } = {};
  for (const param of params) {
    const value = given[param.id] === '' ? null : (given[param.id] ?? null);
    const fault = faultOf(param, value, codes);
    if (fault !== null) errors.push({ pointer: `/params/${param.id}`, message: `${param.title}: ${fault}` });
    values[param.id] = value;
  }
  if (errors.length > 0) throw new Problem('invalid-request', errors[0]?.message, { errors });
  return values;
}

function faultOf(param: CommandParam, value: unknown, codes: Codes): string | null {
  const empty = value === null || (Array.isArray(value) && value.length === 0);
  if (empty) return param.required ? 'A value is needed.' : null;
  if (!param.many) return faultOfOne(param, value, codes);
  if (!Array.isArray(value) || value.length > 1_000) return 'A list of at most 1000 values is needed.';
  return value.map((one: unknown) => faultOfOne(param, one, codes)).find((fault) => fault !== null) ?? null;
}

function faultOfOne(
  { type, codes: table, minimum, maximum }: CommandParam,
  value: unknown,
  codes: Codes,
): string | null {
  const fault = valueFault(type, value);
  if (fault !== null) return fault;
  if (typeof value === 'number' && minimum !== null && value < minimum)
    return `At least ${minimum} is needed.`;
  if (typeof value === 'number' && maximum !== null && value > maximum)
    return `At most ${maximum} is accepted.`;
  if (table !== null && !codes.get(table)?.some(({ code }) => code === value))
    return `"${String(value).slice(0, 40)}" is no code of the table.`;
  return null;
}
