import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * What is typed goes on at once; while the answer to the value before is on its way it waits, and of those that wait the
 * last one goes. So answers keep up with whoever types, however long one takes.
 */
export function useLatest<Value>(
  busy: boolean,
  send: (value: Value) => void,
): {
  readonly waiting: { readonly value: Value } | null;
  readonly give: (value: Value) => void;
  readonly drop: () => void;
} {
  const [waiting, setWaiting] = useState<{ readonly value: Value } | null>(null);
  const now = useRef(send);
  now.current = send;
  useEffect(() => {
    if (!waiting || busy) return;
    now.current(waiting.value);
    setWaiting(null);
  }, [waiting, busy]);
  const give = useCallback((value: Value) => setWaiting({ value }), []);
  const drop = useCallback(() => setWaiting(null), []);
  return { waiting, give, drop };
}
