// What becomes of a form when its record does something: it is read, kept as a draft, merged, stored.
import type { FormCore } from './form-core.ts';
import { linesAt, tidyLines } from './form-lines.ts';
import type { FormState } from './form-state.ts';
import { type Line, sameValue, type Values } from './values.ts';

export interface RecordEvents {
  /** Takes another record, or the same anew, and forgets what was typed. */
  readonly load: (record: Values) => void;
  /** Takes values that were typed before; a field that was changed since keeps its change. */
  readonly restore: (kept: Values, version: number | null) => void;
  /**
   * Takes what somebody else stored meanwhile, but for the values at these places; it is what a save starts from.
   * `rows` are lines put together row by row.
   */
  readonly merge: (current: Values, kept: ReadonlySet<string>, rows?: Values) => void;
  /** Takes what a move of this person made of the record, its version above all; all that was typed stays. */
  readonly moved: (current: Values) => void;
  /** What was sent is now what is stored; text typed meanwhile stays changed. */
  readonly saved: (sent: Values, stored: Values, sentKeys?: FormState['lineKeys']) => void;
}

export function recordEvents({ store, rules, repeated, ids, keysFor, settle }: FormCore): RecordEvents {
  const events: RecordEvents = {
    load: (loaded) => {
      const next = tidyLines(repeated, loaded);
      const { values } = rules.compute(next, null, next);
      settle(next, null, {
        initial: values,
        lineKeys: keysFor(values),
        flags: {},
        problems: {},
        serverErrors: {},
        touched: {},
        submitted: false,
        general: [],
      });
    },
    restore: (kept, version) => {
      const { values, initial, lineKeys } = store.getState();
      const taken = Object.fromEntries(
        Object.entries(tidyLines(repeated, kept)).filter(([id]) => sameValue(values[id], initial[id])),
      );
      const next = { ...values, ...taken };
      const fresh = keysFor(taken);
      settle(next, null, {
        // A save of it must name the version that its writer had read.
        initial: version === null ? initial : { ...initial, version },
        lineKeys: Object.fromEntries(
          repeated.map(({ id }) => [id, (id in taken ? fresh[id] : lineKeys[id]) ?? []]),
        ),
      });
    },
    merge: (current, kept, rows = {}) => {
      const { values, problems, lineKeys } = store.getState();
      const theirs = tidyLines(repeated, current);
      const own = Object.fromEntries(ids.filter((id) => kept.has(id)).map((id) => [id, values[id]]));
      const next = { ...theirs, ...own, ...tidyLines(repeated, rows) };
      const stays = (place: string) => kept.has(place.split('.')[0] ?? '');
      settle(next, null, {
        initial: rules.compute(theirs, null, theirs).values,
        lineKeys: {
          ...keysFor(next),
          // Lines that stay keep their keys: what was typed into them hangs there.
          ...Object.fromEntries(Object.entries(lineKeys).filter(([id]) => kept.has(id))),
        },
        problems: Object.fromEntries(Object.entries(problems).filter(([place]) => stays(place))),
        serverErrors: {},
        general: [],
      });
    },
    moved: (current) => {
      const { values, initial, problems } = store.getState();
      const typed = ids.filter((id) => !sameValue(values[id], initial[id]));
      const unread = Object.keys(problems).map((place) => place.split('.')[0] ?? '');
      events.merge(current, new Set([...typed, ...unread]));
    },
    saved: (sent, stored, sentKeys) => {
      const { values, initial, lineKeys } = store.getState();
      const written = tidyLines(repeated, { ...initial, ...sent, ...stored });
      const typed = Object.fromEntries(
        ids
          .filter((id) => !sameValue(values[id], sent[id]))
          .map((id) => [
            id,
            sentKeys?.[id]
              ? numbered(linesAt(values, id), lineKeys[id] ?? [], linesAt(written, id), sentKeys[id])
              : values[id],
          ]),
      );
      const next = { ...written, ...typed };
      const keys = keysFor(next);
      settle(next, null, {
        initial: written,
        // Lines that came back in the same number are the same lines.
        lineKeys: Object.fromEntries(
          Object.entries(keys).map(([id, made]) => {
            const before = store.getState().lineKeys[id] ?? [];
            return [id, before.length === made.length ? before : made];
          }),
        ),
        submitted: false,
        touched: {},
        serverErrors: {},
        general: [],
      });
    },
  };
  return events;
}

/** Lines typed while they were saved, each with the number that its line was given meanwhile. */
function numbered(
  lines: readonly Line[],
  keys: readonly number[],
  written: readonly Line[],
  sentKeys: readonly number[],
): readonly Line[] {
  return lines.map((line, i) => {
    const stored = written[sentKeys.indexOf(keys[i] ?? Number.NaN)];
    return line.id === undefined && stored?.id !== undefined ? { ...line, id: stored.id } : line;
  });
}
