// What becomes of a form when its record does something: it is read, kept as a draft, merged, stored.
import type { FormCore } from './form-core.ts';
import { tidyLines } from './form-lines.ts';
import { sameValue, type Values } from './values.ts';

export interface RecordEvents {
  /** Takes another record, or the same anew, and forgets what was typed. */
  readonly load: (record: Values) => void;
  /** Takes values that were typed before; a field that was changed since keeps its change. */
  readonly restore: (kept: Values, version: number | null) => void;
  /** Takes what somebody else stored meanwhile, but for the values at these places; it is what a save starts from. */
  readonly merge: (current: Values, kept: ReadonlySet<string>) => void;
  /** What was sent is now what is stored; text typed meanwhile stays changed. */
  readonly saved: (sent: Values, stored: Values) => void;
}

export function recordEvents({ store, rules, repeated, ids, keysFor, settle }: FormCore): RecordEvents {
  return {
    load: (loaded) => {
      const next = tidyLines(repeated, loaded);
      const { values } = rules.compute(next, null);
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
    merge: (current, kept) => {
      const { values, problems } = store.getState();
      const theirs = tidyLines(repeated, current);
      const own = Object.fromEntries(ids.filter((id) => kept.has(id)).map((id) => [id, values[id]]));
      const next = { ...theirs, ...own };
      settle(next, null, {
        initial: rules.compute(theirs, null).values,
        lineKeys: keysFor(next),
        problems: Object.fromEntries(
          Object.entries(problems).filter(([place]) => kept.has(place.split('.')[0] ?? '')),
        ),
        serverErrors: {},
        general: [],
      });
    },
    saved: (sent, stored) => {
      const { values, initial } = store.getState();
      const written = tidyLines(repeated, { ...initial, ...sent, ...stored });
      const typed = Object.fromEntries(
        ids.filter((id) => !sameValue(values[id], sent[id])).map((id) => [id, values[id]]),
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
}
