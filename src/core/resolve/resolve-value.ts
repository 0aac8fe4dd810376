// From linked to drawn: templates become text, expressions become values. Nothing passed in is changed.
import {
  isExpression,
  isTemplate,
  type LinkedExpression,
  type LinkedTemplate,
  type Over,
  type Text,
} from '../linked.ts';
import type { Scope } from '../scope.ts';
import { isJsonObject } from '../values.ts';
import type { MayOpen } from './open-plan.ts';

/** Evaluates a CEL text; undefined when it cannot be decided. Supplied, so that CEL loads only where it is used. */
export type Evaluate = (expression: LinkedExpression, scope: Scope) => unknown;

/** The value at a path of own properties; undefined when a step is missing. */
export function readPath(scope: object, path: readonly string[]): unknown {
  let value: unknown = scope;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as { readonly [key: string]: unknown })[step];
  }
  return value;
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A template's text. `encode` is applied to what is filled in, e.g. for a link. */
export function fillTemplate(
  template: LinkedTemplate,
  scope: Scope,
  encode: (text: string) => string = (text) => text,
): string {
  return template.$text
    .map((part) => (typeof part === 'string' ? part : encode(asText(readPath(scope, part.path)))))
    .join('');
}

export function resolveText(text: Text | number | boolean | null, scope: Scope): string {
  if (text === null) return '';
  return typeof text === 'object' ? fillTemplate(text, scope) : String(text);
}

/** Whether a link is one path alone, as `{row.link}`: then the data say where it leads. */
export function isComputedLink(link: Text): boolean {
  return typeof link !== 'string' && link.$text.length === 1 && typeof link.$text[0] !== 'string';
}

/** The address of a link: what is filled in is one value at its place, and never more of the address. */
export function fillLink(link: Text, fill: (text: Text) => string): string {
  if (typeof link === 'string' || isComputedLink(link)) return fill(link);
  return link.$text
    .map((part) => (typeof part === 'string' ? part : encodeURIComponent(fill({ ...link, $text: [part] }))))
    .join('');
}

/**
 * The path of a link; null while something that it names is missing, and where `mayOpen` does not say that it is a page
 * of this application that the person may open.
 */
export function resolveLink(link: Text, scope: Scope, mayOpen: MayOpen): string | null {
  if (typeof link === 'string') return mayOpen(link, 'definition') ? link : null;
  if (isComputedLink(link)) {
    const href = fillTemplate(link, scope);
    return href !== '' && mayOpen(href, 'data') ? href : null;
  }
  const gap = link.$text.some(
    (part) => typeof part !== 'string' && asText(readPath(scope, part.path)) === '',
  );
  if (gap) return null;
  const href = fillTemplate(link, scope, encodeURIComponent);
  return mayOpen(href, 'definition') ? href : null;
}

const order: { readonly [over in Over]: number } = { screen: 0, row: 1, form: 1 };

/**
 * Resolves everything inside `value` that the scope can decide: a template that is one path keeps the value's type.
 * Expressions and templates over a row or a form are kept unless the scope has one.
 */
export function resolveValue(value: unknown, scope: Scope, evaluate: Evaluate): unknown {
  if (isExpression(value)) return decidable(value.over, scope) ? evaluate(value, scope) : value;
  if (isTemplate(value)) {
    if (!decidable(value.over, scope)) return value;
    const [only, second] = value.$text;
    return second === undefined && only !== undefined && typeof only !== 'string'
      ? readPath(scope, only.path)
      : fillTemplate(value, scope);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => resolveValue(item, scope, evaluate));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolveValue(item, scope, evaluate)]),
    );
  return value;
}

function decidable(over: Over, scope: Scope): boolean {
  return order[over] === 0 || (over === 'row' ? scope.row !== undefined : scope.form !== undefined);
}
