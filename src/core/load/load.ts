import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Diagnostic } from '../diagnostic.ts';
import { forbiddenNames, limits } from '../limits.ts';
import { segmentsOf, under } from '../pointer.ts';
import type { Json } from '../values.ts';
import type { Loaded, Place } from './loaded.ts';

const halfCharacter = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export interface SourceFile {
  /** Path from the project's root with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

export interface LoadResult {
  readonly loaded: Loaded | null;
  readonly diagnostics: readonly Diagnostic[];
}

// Neither the DOM's nor Node's types are visible in this room; both have this class.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** Size → UTF-8 → depth → strict JSON → names. The order matters: each step bounds the work of the next. */
export function loadDefinition(source: SourceFile): LoadResult {
  const refuse = (rule: string, message: string, place: Place = { line: 1, column: 1 }): LoadResult => ({
    loaded: null,
    diagnostics: [{ file: source.path, ...place, severity: 'error', rule, message, pointer: '' }],
  });
  const size = source.bytes.length;
  if (size > limits.bytes)
    return refuse(
      'too-large',
      `The file has ${size} bytes; a definition has at most ${limits.bytes}. Split it.`,
    );
  const text = decode(source.bytes);
  if (text === null || text.startsWith('\uFEFF'))
    return refuse('not-utf8', 'The file is not UTF-8. Save it as UTF-8 without a byte order mark.');
  const lines = lineStarts(text);
  const place = (offset: number): Place => placeOf(lines, offset);
  const beyond = beyondLimitsAt(text);
  if (beyond?.rule === 'too-deep')
    return refuse(
      'too-deep',
      `Nested deeper than ${limits.depth} levels. Flatten the definition.`,
      place(beyond.at),
    );
  if (beyond)
    return refuse(
      'too-many-values',
      `More than ${limits.values} values. Split the definition.`,
      place(beyond.at),
    );

  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  const first = errors[0];
  if (first)
    return refuse(
      'json-syntax',
      `${wordOf(first)} The file is strict JSON: no comments, no trailing commas.`,
      place(first.offset),
    );
  if (!tree) return refuse('json-syntax', 'The file is empty.');

  const diagnostics: Diagnostic[] = [];
  const json = plainValue(tree, '', (key, pointer, rule, message) => {
    diagnostics.push({ file: source.path, ...place(key.offset), severity: 'error', rule, message, pointer });
  });
  if (diagnostics.length > 0) return { loaded: null, diagnostics };
  return {
    diagnostics,
    loaded: {
      file: source.path,
      json,
      at: (pointer) => place(nodeAt(tree, pointer).node.offset),
      keyAt: (pointer) => {
        const { node, exact } = nodeAt(tree, pointer);
        const key = exact && node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
        return place((key ?? node).offset);
      },
      inText: (pointer, index) => {
        const { node, exact } = nodeAt(tree, pointer);
        if (node.type !== 'string') return place(node.offset);
        return place(exact || typeof node.value === 'string' ? rawOffset(text, node, index) : node.offset);
      },
    },
  };
}

function decode(bytes: Uint8Array | string): string | null {
  if (typeof bytes === 'string') return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Runs before the parser, which recurses and builds a tree.
function beyondLimitsAt(
  text: string,
): { readonly rule: 'too-deep' | 'too-many-values'; readonly at: number } | null {
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > limits.depth) return { rule: 'too-deep', at: i };
    } else if (char === '}' || char === ']') depth--;
    else if (char === ',') {
      values++;
      if (values > limits.values) return { rule: 'too-many-values', at: i };
    }
  }
  return null;
}

function plainValue(
  node: Node,
  pointer: string,
  report: (key: Node, pointer: string, rule: string, message: string) => void,
): Json {
  if (node.type === 'array')
    return (node.children ?? []).map((child, i) => plainValue(child, under(pointer, i), report));
  if (node.type === 'string' && halfCharacter.test(String(node.value)))
    report(
      node,
      pointer,
      'half-character',
      'The text holds half a character, a surrogate without its other half. Write the whole character.',
    );
  if (node.type === 'string' && String(node.value).length > limits.text)
    report(
      node,
      pointer,
      'too-long',
      `The text has ${String(node.value).length} characters; at most ${limits.text} are allowed. Shorten it.`,
    );
  if (node.type !== 'object') return node.value as Json;
  const object: { [key: string]: Json } = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (!key || !value) continue;
    const name = String(key.value);
    const inner = under(pointer, name);
    if (name.length > limits.name)
      report(
        key,
        pointer,
        'too-long',
        `The name "${name.slice(0, 20)}…" has ${name.length} characters; at most ${limits.name} are allowed. Shorten it.`,
      );
    else if (halfCharacter.test(name))
      report(key, pointer, 'half-character', 'The key holds half a character. Write the whole character.');
    else if (forbiddenNames.has(name))
      report(key, inner, 'forbidden-key', `The name "${name}" is not allowed in a definition. Rename it.`);
    else if (Object.hasOwn(object, name))
      report(
        key,
        inner,
        'duplicate-key',
        `The key "${name}" stands here a second time. Remove one of the two.`,
      );
    else object[name] = plainValue(value, inner, report);
  }
  return object;
}

function nodeAt(tree: Node, pointer: string): { node: Node; exact: boolean } {
  let node = tree;
  for (const segment of segmentsOf(pointer)) {
    const child =
      node.type === 'array'
        ? node.children?.[Number(segment)]
        : node.children?.find((property) => property.children?.[0]?.value === segment)?.children?.[1];
    if (!child) return { node, exact: false };
    node = child;
  }
  return { node, exact: true };
}

function rawOffset(text: string, node: Node, index: number): number {
  let offset = node.offset + 1;
  const end = node.offset + node.length - 1;
  for (let i = 0; i < index && offset < end; i++) {
    if (text[offset] === '\\') offset += text[offset + 1] === 'u' ? 6 : 2;
    else offset++;
  }
  return offset;
}

function wordOf(error: ParseError): string {
  const words = printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `Not JSON here: ${words}.`;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

function placeOf(starts: readonly number[], offset: number): Place {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
