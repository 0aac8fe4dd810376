import { useCallback, useEffect, useRef, useState } from 'react';

/** What was typed and does not stand in the page yet. */
interface Typed<Value> {
  readonly value: Value;
  readonly sent: boolean;
}

const same = (a: unknown, b: unknown): boolean => Object.is(a ?? null, b ?? null);

/**
 * What is typed goes on at once; while the answer to the value before is on its way it waits, and of those that wait the
 * last one goes. So answers keep up with whoever types, however long one takes. Until the page has it, what was typed is what
 * stands: a page that still told the value before would take letters away from under the cursor.
 */
export function useLatest<Value>(
  current: unknown,
  busy: boolean,
  send: (value: Value) => void,
): { readonly typed: { readonly value: Value } | null; readonly give: (value: Value) => void } {
  const [typed, setTyped] = useState<Typed<Value> | null>(null);
  /** What the page may still tell before it tells the last value: the one that stood there, and those that were sent. */
  const onTheWay = useRef<readonly unknown[]>([]);
  const now = useRef(send);
  now.current = send;
  // A key can come between a page that was drawn and this: then what was drawn is not the newest any more, and the newest stays.
  useEffect(() => {
    if (!typed) return;
    if (!typed.sent) {
      if (busy) return;
      onTheWay.current = [...onTheWay.current, current, typed.value];
      now.current(typed.value);
      setTyped((newest) => (newest === typed ? { ...typed, sent: true } : newest));
      return;
    }
    // It has come, or something else came instead: a step back, another input.
    const come = same(current, typed.value);
    if (come || !onTheWay.current.some((known) => same(known, current))) {
      onTheWay.current = [];
      setTyped((newest) => (newest === typed ? null : newest));
    }
  }, [typed, busy, current]);
  const give = useCallback((value: Value) => setTyped({ value, sent: false }), []);
  return { typed, give };
}
