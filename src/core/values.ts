/** The types a field, a column, a parameter or an expression can have. Money and areas are numbers, dates are text `yyyy-MM-dd`. */
export type ValueType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'list' | 'json';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One row of an answer: own properties only, keyed by column id. */
export type Row = { readonly [column: string]: unknown };
