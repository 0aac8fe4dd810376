// What changed between two definitions, in sentences a person reads: `column Ratio: format percent → factor`.
import { canonical } from './link/hash.ts';
import { under } from './pointer.ts';
import { isJsonObject, type Json, type JsonObject } from './values.ts';

export interface Change {
  /** JSON pointer into the newer definition, or into the older where something is gone. */
  readonly pointer: string;
  readonly sentence: string;
}

/** Lists whose entries have a name, and what one entry is called. */
const singular: { readonly [list: string]: string } = {
  blocks: 'block',
  columns: 'column',
  fields: 'field',
  facts: 'fact',
  params: 'parameter',
  buttons: 'button',
  sections: 'section',
  tabs: 'tab',
  items: 'item',
  codes: 'code',
  actions: 'action',
  toolbar: 'toolbar button',
  content: 'part',
};

/** The changes from one definition to another, in the order of the newer one. Formatting and key order do not count. */
export function differenceOf(before: Json, after: Json): readonly Change[] {
  const changes: Change[] = [];
  compare(before, after, '', [], changes);
  return changes;
}

type Trail = readonly string[];

function compare(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  trail: Trail,
  out: Change[],
): void {
  if (before === undefined && after === undefined) return;
  if (before !== undefined && after !== undefined && canonical(before) === canonical(after)) return;
  if (isJsonObject(before) && isJsonObject(after)) compareObjects(before, after, pointer, trail, out);
  else if (Array.isArray(before) && Array.isArray(after) && named(before) && named(after))
    compareLists(before, after, pointer, trail, out);
  else out.push({ pointer, sentence: sentenceOf(trail, before, after) });
}

function compareObjects(
  before: JsonObject,
  after: JsonObject,
  pointer: string,
  trail: Trail,
  out: Change[],
): void {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  for (const key of keys) compare(before[key], after[key], under(pointer, key), [...trail, key], out);
}

function compareLists(
  before: readonly Json[],
  after: readonly Json[],
  pointer: string,
  trail: Trail,
  out: Change[],
): void {
  const [old, now] = [byName(before), byName(after)];
  const one = singular[trail.at(-1) ?? ''] ?? 'entry';
  const outer = trail.slice(0, -1);
  for (const [name, { item, index }] of now) {
    const label = `${one} ${labelOf(item)}`;
    const known = old.get(name);
    if (!known) out.push({ pointer: under(pointer, index), sentence: `${joined([...outer, label])}: added` });
    else compare(known.item, item, under(pointer, index), [...outer, label], out);
  }
  for (const [name, { item, index }] of old)
    if (!now.has(name))
      out.push({
        pointer: under(pointer, index),
        sentence: `${joined([...outer, `${one} ${labelOf(item)}`])}: removed`,
      });
  const kept = [...now.keys()].filter((name) => old.has(name));
  const order = [...old.keys()].filter((name) => now.has(name));
  if (kept.some((name, i) => name !== order[i]))
    out.push({ pointer, sentence: `${joined(trail)}: order ${order.join(', ')} → ${kept.join(', ')}` });
}

function nameOf(item: Json): string | null {
  if (typeof item === 'string') return item;
  if (!isJsonObject(item)) return null;
  const name = item.id ?? item.code;
  return typeof name === 'string' ? name : null;
}

function named(list: readonly Json[]): boolean {
  const names = list.map(nameOf);
  return !names.includes(null) && new Set(names).size === names.length;
}

function byName(list: readonly Json[]): ReadonlyMap<string, { readonly item: Json; readonly index: number }> {
  return new Map(list.map((item, index) => [nameOf(item) ?? '', { item, index }]));
}

function labelOf(item: Json): string {
  if (!isJsonObject(item)) return String(item);
  const label = item.title ?? item.label ?? item.id ?? item.code;
  return typeof label === 'string' && !label.includes('{') ? label : String(item.id ?? item.code);
}

function joined(trail: Trail): string {
  return trail.join(', ') || 'definition';
}

function sentenceOf(trail: Trail, before: Json | undefined, after: Json | undefined): string {
  const what = trail.at(-1) ?? 'definition';
  const where = trail.slice(0, -1);
  const head = where.length > 0 ? `${joined(where)}: ${what}` : what;
  if (before === undefined) return `${head} ${written(after)} added`;
  if (after === undefined) return `${head} ${written(before)} removed`;
  return `${head} ${written(before)} → ${written(after)}`;
}

const longest = 80;

function written(value: Json | undefined): string {
  const text = typeof value === 'string' ? value || '""' : canonical(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
