import { Problem } from '../problem.ts';

export const bodyLimit = 2 * 1024 * 1024;
export const depthLimit = 40;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const strictBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function refuse(field: string, fact: string): never {
  throw new Problem(
    'bad-envelope',
    `${fact} Send {"${field}": "…"} as application/json, the base64 of the body's JSON in UTF-8.`,
  );
}

function fatalUtf8(bytes: Uint8Array, field: string, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    refuse(field, `${what} is not UTF-8.`);
  }
}

/** Depth is measured on the text, so that a hostile body never reaches the parser's recursion. */
function checkDepth(text: string, field: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      depth++;
      if (depth > depthLimit) refuse(field, `The body is nested deeper than ${depthLimit} levels.`);
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}

function parse(text: string, field: string, what: string): unknown {
  checkDepth(text, field);
  let key: string | null = null;
  let value: unknown;
  try {
    value = JSON.parse(text, function (this: unknown, name: string, inner: unknown) {
      if (forbidden.has(name) && !Array.isArray(this)) key = name;
      return inner;
    });
  } catch {
    refuse(field, `${what} is not JSON.`);
  }
  if (key !== null) refuse(field, `${what} has the key "${key}", which is not accepted.`);
  return value;
}

/** JSON.parse drops the earlier of two equal keys silently; an envelope with two contents is refused. */
function hasOneKey(text: string, field: string): boolean {
  return text.split(`"${field}"`).length === 2;
}

/**
 * The one way a body enters: size, UTF-8, JSON with exactly the envelope's field, strict base64,
 * UTF-8 again, size, depth, JSON without keys that reach a prototype.
 */
export function decodeSafeContent(raw: Uint8Array, field: string): unknown {
  const envelope = parse(fatalUtf8(raw, field, 'The request'), field, 'The request');
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    refuse(field, 'The request is not an envelope.');
  const keys = Object.keys(envelope);
  const content: unknown = Object.hasOwn(envelope, field) ? Reflect.get(envelope, field) : undefined;
  if (keys.length !== 1 || typeof content !== 'string')
    refuse(
      field,
      `The request has ${keys.length === 0 ? 'no field' : `the fields ${keys.slice(0, 5).join(', ')}`}.`,
    );
  if (!hasOneKey(Buffer.from(raw).toString('utf8'), field))
    refuse(field, 'The request names its field twice.');
  if (!strictBase64.test(content)) refuse(field, `The content of ${field} is not base64.`);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) refuse(field, `The content of ${field} is not canonical base64.`);
  if (bytes.length > bodyLimit) throw new Problem('too-large');
  return parse(fatalUtf8(bytes, field, 'The content'), field, 'The content');
}
