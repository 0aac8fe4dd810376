import type { Entity } from '../entity.ts';
import { suggest } from '../suggest.ts';
import type { Json } from '../values.ts';

export type Report = (pointer: string, rule: string, message: string, suggestion?: string) => void;

/** Reports a name that is no field of the entity. */
export function knownField(name: Json | undefined, pointer: string, entity: Entity, report: Report): void {
  const names = Object.keys(entity.fields);
  if (typeof name !== 'string' || names.includes(name)) return;
  report(pointer, 'unknown-field', `"${name}" is not in "properties".`, suggest(name, names));
}
