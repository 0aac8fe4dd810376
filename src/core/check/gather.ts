// Members of an inner object that may stand beside it, as the channels of a chart beside its mark.
import { isJsonObject, type JsonObject } from '../values.ts';

/** A node of a schema, whichever of its keys are known here. */
interface Gathering {
  readonly 'x-gather'?: unknown;
  readonly properties?: unknown;
}

/** Which members of the value stand beside the object that they belong to, and the name of that. */
export function besideOf(
  value: JsonObject,
  node: Gathering,
): { readonly into: string; readonly names: readonly string[] } | null {
  const into = node['x-gather'];
  const inner = isJsonObject(node.properties) && typeof into === 'string' ? node.properties[into] : null;
  const known = isJsonObject(inner) && isJsonObject(inner.properties) ? inner.properties : {};
  const names = Object.keys(value).filter((name) => Object.hasOwn(known, name));
  return typeof into === 'string' && names.length > 0 ? { into, names } : null;
}

/** The value with them inside. What stands in both places is left beside, where it is unknown. */
export function gathered(value: JsonObject, node: Gathering): JsonObject {
  const beside = besideOf(value, node);
  if (!beside) return value;
  const { into, names } = beside;
  const inner = isJsonObject(value[into]) ? value[into] : {};
  const moved = names.filter((name) => !Object.hasOwn(inner, name));
  const rest = Object.fromEntries(
    Object.entries(value).filter(([name]) => name !== into && !moved.includes(name)),
  );
  return {
    ...rest,
    [into]: { ...Object.fromEntries(moved.map((name) => [name, value[name] ?? null])), ...inner },
  };
}

/** The value with the members of its inner object beside it: as short as it can be written. */
export function scattered(value: JsonObject, node: Gathering): JsonObject {
  const into = node['x-gather'];
  const inner = typeof into === 'string' ? value[into] : null;
  if (typeof into !== 'string' || !isJsonObject(inner)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (name === into ? Object.entries(inner) : [[name, part]])),
  );
}
