// Fragments and shared actions: what they are named, what they take, and what stands in them.
import type { Diagnostic } from '../diagnostic.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Loaded } from './loaded.ts';

/** The places where a part may stand: lists of these. */
export type PartContent = 'blocks' | 'columns' | 'fields' | 'params' | 'steps';

export interface PartParam {
  readonly id: string;
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'object';
  readonly default?: Json;
}

/** A group of entries that screens use by name. */
export interface SharedPart {
  readonly id: string;
  readonly content: PartContent;
  readonly params: readonly PartParam[];
  readonly items: readonly Json[];
  /** Where the items stand in their file. */
  readonly pointer: string;
  readonly loaded: Loaded;
}

export interface SharedParts {
  readonly fragments: ReadonlyMap<string, SharedPart>;
  readonly actions: ReadonlyMap<string, SharedPart>;
}

const kinds = ['text', 'number', 'boolean', 'list', 'object'] as const;
/** What a fragment may hold, by the key of the list. */
export const contents = ['blocks', 'columns', 'fields', 'params'] as const;

function paramsOf(json: JsonObject): readonly PartParam[] {
  return (Array.isArray(json.params) ? json.params : []).flatMap((param: Json): readonly PartParam[] => {
    if (!isJsonObject(param) || typeof param.id !== 'string') return [];
    const type = kinds.find((kind) => kind === param.type) ?? 'text';
    return [{ id: param.id, type, ...(param.default === undefined ? {} : { default: param.default }) }];
  });
}

/** The part that a fragment's file holds. Its meta-schema has accepted it. */
export function fragmentOf(loaded: Loaded, json: JsonObject): SharedPart {
  return {
    id: String(json.id),
    content: contents.find((content) => content === json.content) ?? 'blocks',
    params: paramsOf(json),
    items: Array.isArray(json.items) ? json.items : [],
    pointer: '/items',
    loaded,
  };
}

/** The part that a shared action's file holds. Its meta-schema has accepted it. */
export function sharedActionOf(loaded: Loaded, json: JsonObject): SharedPart {
  return {
    id: String(json.id),
    content: 'steps',
    params: paramsOf(json),
    items: Array.isArray(json.steps) ? json.steps : [],
    pointer: '/steps',
    loaded,
  };
}

/** The parameters that texts of a part read, as `{with.name}`, with where. */
export function readsOf(
  items: Json,
  pointer: string,
): readonly { readonly name: string; readonly pointer: string; readonly index: number }[] {
  if (typeof items === 'string')
    return [...items.matchAll(placeholder)].map((found) => ({
      name: found[1] ?? '',
      pointer,
      index: found.index,
    }));
  if (Array.isArray(items)) return items.flatMap((entry, i) => readsOf(entry, under(pointer, i)));
  if (!isJsonObject(items)) return [];
  return Object.entries(items).flatMap(([key, value]) => readsOf(value, under(pointer, key)));
}

/** `{with.name}` in a text of a part. */
export const placeholder = /\{with\.([a-zA-Z][a-zA-Z0-9_]*)\}/g;

/** What is wrong with a part by itself, whoever uses it. */
export function checkPart(part: SharedPart): readonly Diagnostic[] {
  const known = new Set(part.params.map(({ id }) => id));
  const reads = readsOf(part.items as Json, part.pointer);
  const { loaded } = part;
  const unknown = reads.filter(({ name }) => !known.has(name));
  const used = new Set(reads.map(({ name }) => name));
  const expected = loaded.file.replace(/^.*?screens\/(?:fragments|actions)\//, '').replace(/\.json$/, '');
  return [
    ...(part.id === expected
      ? []
      : [
          {
            file: loaded.file,
            ...loaded.at('/id'),
            severity: 'error' as const,
            rule: 'id-differs',
            message: `The id "${part.id}" is not the file's name. Write "${expected}".`,
            pointer: '/id',
          },
        ]),
    ...unknown.map(({ name, pointer, index }): Diagnostic => {
      const hint = suggest(name, known);
      return {
        file: loaded.file,
        ...loaded.inText(pointer, index),
        severity: 'error',
        rule: 'unknown-param',
        message: `"${name}" is not in "params".`,
        pointer,
        ...(hint === undefined ? {} : { suggestion: hint }),
      };
    }),
    ...part.params.flatMap(({ id }, i): readonly Diagnostic[] => {
      if (used.has(id)) return [];
      const pointer = `/params/${i}/id`;
      return [
        {
          file: loaded.file,
          ...loaded.at(pointer),
          severity: 'error',
          rule: 'unused-parameter',
          message: `Nothing reads the parameter "${id}". Use it or remove it.`,
          pointer,
        },
      ];
    }),
  ];
}
