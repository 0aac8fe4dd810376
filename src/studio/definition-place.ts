// Where a block of a screen stands in its file. Loaded when somebody inspects, since a page needs no parser.
import { loadDefinition } from '#src/core/load/load.ts';
import { under } from '#src/core/pointer.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';

export interface DefinitionPlace {
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** Pointer of the first object with this id and type; null where it comes from another file, as of a fragment. */
export function pointerOfBlock(json: Json, id: string, type: string, pointer = ''): string | null {
  if (Array.isArray(json)) {
    for (const [i, item] of json.entries()) {
      const found = pointerOfBlock(item, id, type, under(pointer, i));
      if (found !== null) return found;
    }
    return null;
  }
  if (!isJsonObject(json)) return null;
  if (json.id === id && json.type === type) return pointer;
  for (const [name, value] of Object.entries(json)) {
    const found = pointerOfBlock(value, id, type, under(pointer, name));
    if (found !== null) return found;
  }
  return null;
}

export function placeOfBlock(path: string, text: string, id: string, type: string): DefinitionPlace | null {
  const { loaded } = loadDefinition({ path, bytes: text });
  const pointer = loaded ? pointerOfBlock(loaded.json, id, type) : null;
  return loaded && pointer !== null ? { pointer, ...loaded.at(pointer) } : null;
}
