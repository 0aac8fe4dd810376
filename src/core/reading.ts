// What the bytes of a file come to by themselves, found out once: in this process by the bytes, in a later one by memory.
import { type Checked, checkDefinition, checkedBefore } from './check/check.ts';
import type { Language, MetaSchemas } from './check/language.ts';
import type { Diagnostic } from './diagnostic.ts';
import { usesParts } from './load/expand.ts';
import { type LoadResult, loadDefinition, type SourceFile } from './load/load.ts';
import type { Loaded } from './load/loaded.ts';
import type { KeptBeside } from './memory.ts';
import { currentFormat, migrated } from './migrations/migrate.ts';
import { isJsonObject, type Json, type JsonObject } from './values.ts';

export interface Reading {
  readonly path: string;
  readonly meta: MetaSchemas;
  /** Null when the bytes cannot be read. */
  readonly json: Json | null;
  /** Of a screen that names fragments or shared actions: it is checked once they stand in their places. */
  readonly open: Loaded | null;
  readonly checked: Checked<keyof MetaSchemas> | null;
  readonly diagnostics: readonly Diagnostic[];
}

// Most files are prepared again unchanged, so what their bytes came to is kept as long as the bytes are.
const readings = new WeakMap<Uint8Array, Reading>();

/** The id of the screen that a file holds. */
export function screenIdOf(path: string): string {
  return path.replace(/^.*?screens\//, '').replace(/\.json$/, '');
}

const withFormat: ReadonlySet<string> = new Set(['screen', 'fragment', 'action']);

/** A screen goes by the path of its file, said or not. */
function named(loaded: Loaded, kind: keyof MetaSchemas): Loaded {
  const { json, file } = loaded;
  if (kind !== 'screen' || !isJsonObject(json) || Object.hasOwn(json, 'id')) return loaded;
  return { ...loaded, json: { ...json, id: screenIdOf(file) } };
}

/** The definition in the engine's format. Its places stay those of the file. */
function current(result: LoadResult, kind: keyof MetaSchemas): LoadResult {
  const { diagnostics } = result;
  if (!result.loaded || !withFormat.has(kind)) return result;
  const loaded = named(result.loaded, kind);
  const { json, from } = migrated(loaded.json);
  if (from === null || from === currentFormat) return { loaded, diagnostics };
  const finding = { file: loaded.file, ...loaded.at('/format'), pointer: '/format' };
  if (from < currentFormat) {
    const message = `Format ${from} is older than ${currentFormat}. "npm run screens -- migrate --write" brings the file up to date.`;
    const warning = { ...finding, severity: 'warning', rule: 'older-format', message } as const;
    return { loaded: { ...loaded, json }, diagnostics: [...diagnostics, warning] };
  }
  const message = `Format ${from} is newer than ${currentFormat}, which this engine draws. Update the engine.`;
  return {
    loaded: null,
    diagnostics: [...diagnostics, { ...finding, severity: 'error', rule: 'newer-format', message }],
  };
}

/** What a run keeps of a file without a finding. */
interface KeptReading {
  readonly json: Json;
  /** Null for a screen that is checked once its parts stand in their places. */
  readonly checked: JsonObject | null;
}

function isKeptReading(value: Json | null): value is Json & KeptReading {
  return isJsonObject(value) && 'json' in value && (value.checked === null || isJsonObject(value.checked));
}

/** The definition by what an earlier run kept of it: the places of its values are found when somebody asks. */
function recalledReading(
  { json, checked }: KeptReading,
  file: SourceFile,
  kind: keyof MetaSchemas,
  meta: MetaSchemas,
): Reading {
  let whole: Loaded | null = null;
  const found = (): Loaded => {
    whole ??= loadDefinition(file).loaded;
    if (!whole) throw new Error(`${file.path} was read before and cannot be read now.`);
    return whole;
  };
  const loaded: Loaded = {
    file: file.path,
    json,
    at: (pointer) => found().at(pointer),
    keyAt: (pointer) => found().keyAt(pointer),
    inText: (pointer, index) => found().inText(pointer, index),
  };
  return {
    path: file.path,
    meta,
    json,
    open: checked ? null : loaded,
    checked: checked ? checkedBefore(loaded, kind, checked) : null,
    diagnostics: [],
  };
}

export function readingOf(
  file: SourceFile,
  kind: keyof MetaSchemas,
  language: Language,
  kept: KeptBeside | null,
): Reading {
  const { path, bytes } = file;
  const held = typeof bytes === 'string' ? null : bytes;
  const known = held ? readings.get(held) : undefined;
  if (known?.path === path && known.meta === language.meta) return known;
  const name = `reading ${path}`;
  const key = kept ? kept.memory.digest(name, kept.beside, bytes) : '';
  const before = kept ? kept.memory.recall(name, key) : null;
  const reading = isKeptReading(before)
    ? recalledReading(before, file, kind, language.meta)
    : readAnew(file, kind, language);
  if (held) readings.set(held, reading);
  const { json, open, checked, diagnostics } = reading;
  if (kept && !before && json !== null && (open || checked) && diagnostics.length === 0)
    kept.memory.keep(name, key, { json, checked: checked?.json ?? null });
  return reading;
}

function readAnew(file: SourceFile, kind: keyof MetaSchemas, language: Language): Reading {
  const { loaded, diagnostics } = current(loadDefinition(file), kind);
  const open = loaded !== null && kind === 'screen' && usesParts(loaded.json) ? loaded : null;
  const result = loaded && !open ? checkDefinition(loaded, kind, language) : null;
  return {
    path: file.path,
    meta: language.meta,
    json: loaded ? loaded.json : null,
    open,
    checked: result?.checked ?? null,
    diagnostics: [...diagnostics, ...(result?.diagnostics ?? [])],
  };
}
