import type { Criterion, FieldCriterion, PlaceCriterion } from '#src/core/entity.ts';
import { namedMessage } from '#src/core/named-message.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { isJsonObject } from '#src/core/values.ts';
import { carryOver, type Entry, entryOf, type Read, readEntry } from './criteria.ts';
import type { LinkedSearch, SearchField } from './definition.ts';

export interface FullRow extends Entry {
  readonly key: number;
}

/** All that is filled in; kept with the visit, so that Back brings it back. */
export interface SearchState {
  readonly mode: 'simple' | 'full';
  readonly simple: { readonly [field: string]: Entry };
  readonly full: readonly FullRow[];
  readonly nextKey: number;
  /** What a search that is changed was searched around: kept or taken away, never filled in. */
  readonly around: readonly PlaceCriterion[];
}

export type SearchEvent =
  | { readonly type: 'mode'; readonly mode: 'simple' | 'full' }
  | {
      readonly type: 'simple';
      readonly fld: string;
      readonly val: unknown;
      readonly problem?: string | undefined;
    }
  | { readonly type: 'add' }
  | { readonly type: 'remove'; readonly key: number }
  | { readonly type: 'field'; readonly key: number; readonly fld: string }
  | { readonly type: 'operator'; readonly key: number; readonly op: SearchOperator }
  | {
      readonly type: 'value';
      readonly key: number;
      readonly val: unknown;
      readonly problem?: string | undefined;
    }
  | { readonly type: 'makeFull' }
  | { readonly type: 'anywhere' }
  | {
      readonly type: 'fill';
      readonly searchType: 'simple' | 'full';
      readonly criteria: readonly Criterion[];
    }
  | { readonly type: 'clear' };

export function emptySearch(block: LinkedSearch): SearchState {
  const simple = Object.fromEntries(block.simple.map(({ id, op }) => [id, { fld: id, op, val: null }]));
  return withRow(block, { mode: 'simple', simple, full: [], nextKey: 1, around: [] });
}

function withRow(block: LinkedSearch, state: SearchState, given?: Entry): SearchState {
  const [first] = block.fields;
  const entry = given ?? (first ? { fld: first.id, op: first.operators[0] ?? 'eq', val: null } : null);
  if (!entry) return state;
  return {
    ...state,
    full: [...state.full, { ...entry, key: state.nextKey }],
    nextKey: state.nextKey + 1,
  };
}

export function reduceSearch(block: LinkedSearch, state: SearchState, event: SearchEvent): SearchState {
  const change = (key: number, next: (row: FullRow) => FullRow): SearchState => ({
    ...state,
    full: state.full.map((row) => (row.key === key ? next(row) : row)),
  });
  switch (event.type) {
    case 'mode':
      return { ...state, mode: event.mode };
    case 'simple': {
      const before = state.simple[event.fld];
      if (!before) return state;
      const after = { ...before, val: event.val, problem: event.problem };
      return { ...state, simple: { ...state.simple, [event.fld]: after } };
    }
    case 'add':
      return withRow(block, state);
    case 'remove':
      return { ...state, full: state.full.filter((row) => row.key !== event.key) };
    case 'field': {
      const field = fieldOf(block, event.fld);
      if (!field) return state;
      return change(event.key, ({ key }) => ({
        key,
        fld: field.id,
        op: field.operators[0] ?? 'eq',
        val: null,
      }));
    }
    case 'operator':
      return change(event.key, (row) => ({ ...carryOver(row, event.op), key: row.key }));
    case 'value':
      return change(event.key, (row) => ({ ...row, val: event.val, problem: event.problem }));
    case 'makeFull': {
      const filled = block.simple.flatMap(({ id }) => {
        const entry = state.simple[id];
        const field = fieldOf(block, id);
        const read = entry && field ? readEntry(entry, field) : null;
        return read && 'criterion' in read && read.criterion && field ? [entryOf(read.criterion, field)] : [];
      });
      const start: SearchState = { ...state, mode: 'full', full: [] };
      return filled.length === 0
        ? withRow(block, start)
        : filled.reduce((made, entry) => withRow(block, made, entry), start);
    }
    case 'anywhere':
      return { ...state, around: [] };
    case 'fill':
      return filledSearch(block, event.searchType, event.criteria);
    case 'clear':
      return { ...emptySearch(block), mode: state.mode };
  }
}

// A search of the simple form comes back there when the form still has its fields, else as rows.
function filledSearch(
  block: LinkedSearch,
  searchType: 'simple' | 'full',
  all: readonly Criterion[],
): SearchState {
  const fresh = { ...emptySearch(block), around: all.filter((criterion) => criterion.op === 'within') };
  const criteria = all.filter((criterion): criterion is FieldCriterion => criterion.op !== 'within');
  const entries = criteria.flatMap((criterion) => {
    const field = fieldOf(block, criterion.fld);
    return field?.operators.includes(criterion.op) ? [entryOf(criterion, field)] : [];
  });
  const simple = entries.every(({ fld, op }) => fresh.simple[fld]?.op === op);
  const once = new Set(entries.map(({ fld }) => fld)).size === entries.length;
  if (!block.full || (searchType === 'simple' && simple && once)) {
    const known = entries.filter(({ fld, op }) => fresh.simple[fld]?.op === op);
    return {
      ...fresh,
      simple: { ...fresh.simple, ...Object.fromEntries(known.map((entry) => [entry.fld, entry])) },
    };
  }
  const start: SearchState = { ...fresh, mode: 'full', full: [] };
  return entries.length === 0
    ? withRow(block, start)
    : entries.reduce((made, entry) => withRow(block, made, entry), start);
}

export function fieldOf(block: LinkedSearch, id: string): SearchField | undefined {
  return block.fields.find((field) => field.id === id);
}

/** The criteria of the mode in use, in order, with the problem of each entry that is none. */
export function readSearch(
  block: LinkedSearch,
  state: SearchState,
): {
  readonly criteria: readonly Criterion[];
  readonly problems: ReadonlyMap<string, string>;
  /** The problems one after the other, each with its field's name and how a day is typed. */
  readonly attention: string;
} {
  const entries: readonly (readonly [string, Entry])[] =
    state.mode === 'simple'
      ? block.simple.flatMap(({ id }) => {
          const entry = state.simple[id];
          return entry ? [[id, entry] as const] : [];
        })
      : state.full.map((row) => [String(row.key), row] as const);
  const criteria: Criterion[] = [...state.around];
  const problems = new Map<string, string>();
  const told: string[] = [];
  for (const [name, entry] of entries) {
    const field = fieldOf(block, entry.fld);
    if (!field) continue;
    const read: Read = readEntry(entry, field);
    if ('problem' in read) {
      problems.set(name, read.problem);
      told.push(namedMessage(field, read.problem));
    } else if (read.criterion) criteria.push(read.criterion);
  }
  return { criteria, problems, attention: told.join(' ') };
}

/** A remembered state, when it still suits the definition. */
export function restoreSearch(block: LinkedSearch, remembered: unknown): SearchState {
  const fresh = emptySearch(block);
  if (!isJsonObject(remembered) || !isJsonObject(remembered.simple) || !Array.isArray(remembered.full))
    return fresh;
  const known = remembered as unknown as SearchState;
  const simple = Object.fromEntries(
    Object.entries(fresh.simple).map(([id, entry]) => {
      const before = known.simple[id];
      return [id, before?.op === entry.op ? before : entry];
    }),
  );
  const full = known.full.filter((row) => fieldOf(block, row.fld)?.operators.includes(row.op));
  const nextKey = Math.max(0, ...full.map((row) => row.key)) + 1;
  const state: SearchState = {
    mode: block.full && known.mode === 'full' ? 'full' : 'simple',
    simple,
    full,
    nextKey,
    around: Array.isArray(known.around) ? known.around : [],
  };
  return full.length === 0 ? withRow(block, state) : state;
}
