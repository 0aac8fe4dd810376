// A row's stops while they are changed. React-free.
import { isJsonObject, type Row } from '#src/core/values.ts';

export interface Stop {
  readonly id: number;
  readonly done: boolean;
  /** The stop as it was answered; null for one that was added here. */
  readonly known: Row | null;
}

/** What was changed of a row and not saved. */
export interface Edits {
  /** The version that the changes began with. */
  readonly version: unknown;
  readonly heading: string;
  readonly stops: readonly Stop[];
}

export function stopsOf(list: unknown, idField: string, tickField: string | undefined): readonly Stop[] {
  return (Array.isArray(list) ? list : []).filter(isJsonObject).flatMap((known): readonly Stop[] => {
    const id = known[idField];
    const done = tickField !== undefined && known[tickField] === true;
    return typeof id === 'number' ? [{ id, done, known }] : [];
  });
}

/** The stop at `from` stands at `to` afterwards. */
export function moved(stops: readonly Stop[], from: number, to: number): readonly Stop[] {
  const stop = stops[from];
  if (!stop || to < 0 || to >= stops.length || from === to) return stops;
  const rest = stops.filter((_, i) => i !== from);
  return [...rest.slice(0, to), stop, ...rest.slice(to)];
}

/** The ids that a person typed: whole numbers with commas or spaces between them. Null when one is none. */
export function typedIds(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^[1-9]\d{0,14}$/.test(part))) return null;
  return [...new Set(parts.map(Number))];
}

/** What is sent of the stops: the id and the tick alone. */
export function sentStops(
  stops: readonly Stop[],
  idField: string,
  tickField: string | undefined,
): readonly Row[] {
  return stops.map(({ id, done }) => ({
    [idField]: id,
    ...(tickField === undefined ? {} : { [tickField]: done }),
  }));
}
