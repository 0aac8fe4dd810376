// A definition without what it says needlessly: a value that is the default, and an object where its shorthand says the same.
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';

const same = (one: Json | undefined, other: Json | undefined): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** The object without the members whose default, by `presetOf`, is what they say; its one text where that is its shorthand. */
export function minimal(
  value: JsonObject,
  schema: JsonObject | null,
  presetOf: (property: Json | undefined) => Json | undefined,
): Json {
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  const left = Object.entries(value).filter(([name, inner]) => !same(presetOf(properties[name]), inner));
  const [first] = left;
  const short = first && left.length === 1 && first[0] === schema?.['x-shorthand'] ? first[1] : null;
  return typeof short === 'string' ? short : Object.fromEntries(left);
}
