// Older definitions, lying in a folder or published long ago, are brought to the engine's format before anything checks them.
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { migration as first } from './001.ts';
import type { Migration } from './migration.ts';

/** In order; each makes the format of its number. */
const migrations: readonly Migration[] = [first];

/** The format that the engine draws. */
export const currentFormat = migrations.length;

export interface Migrated {
  readonly json: Json;
  /** The definition's own format; null when it names none. */
  readonly from: number | null;
  readonly changes: readonly string[];
}

function formatOf(json: Json): number | null {
  if (!isJsonObject(json)) return null;
  return Number.isInteger(json.format) && Number(json.format) >= 0 ? Number(json.format) : null;
}

/** The definition in the engine's format. One that is newer, or names no format, stays as it is. */
export function migrated(json: Json): Migrated {
  const from = formatOf(json);
  if (from === null || from >= currentFormat) return { json, from, changes: [] };
  const changes: string[] = [];
  let definition = json as JsonObject;
  for (const step of migrations.slice(from)) {
    const result = step.migrate(definition);
    definition = { ...result.definition, format: step.to };
    changes.push(...result.changes);
  }
  return { json: definition, from, changes };
}
