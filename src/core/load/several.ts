// Entries of a list that differ by their id alone are written as one, with their ids.
import { isJsonObject, type Json, type JsonObject } from '../values.ts';

/** Lists in which one entry may stand for several. */
const lists: ReadonlySet<string> = new Set(['columns', 'fields']);

/** What an entry of the list stands for; null where it is one entry. */
export function severalOf(list: string, entry: Json): readonly string[] | null {
  if (!lists.has(list) || !isJsonObject(entry) || !Array.isArray(entry.ids) || Object.hasOwn(entry, 'id'))
    return null;
  const ids = entry.ids.filter((id): id is string => typeof id === 'string');
  return ids.length > 0 && ids.length === entry.ids.length ? ids : null;
}

/** The entry as it is said of one of its ids: `{id}` in its texts is that id. */
export function said(entry: JsonObject, id: string): JsonObject {
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll('{id}', id);
    if (Array.isArray(value)) return value.map(walk);
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
      : value;
  };
  return walk(entry) as JsonObject;
}
