import { useCallback, useRef, useState } from 'react';
import type { LinkedRef } from '#src/core/linked.ts';
import { useApi } from '#src/render/ports.tsx';
import { nameLoader } from '#src/render/record-names.ts';

/** What a record is called that a cell refers to; null until the server said so. What rows show at once is asked at once. */
export function useRefNames(): (ref: LinkedRef, id: number) => string | null {
  const api = useApi();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  return useCallback(
    (ref, id) => {
      const key = `${ref.list} ${id}`;
      if (!asked.current.has(key)) {
        asked.current.add(key);
        nameLoader(
          api,
          ref.list,
        )(String(id)).then(
          (name) => name && setNames((known) => new Map(known).set(key, name.label)),
          // The number stays: it is what the row holds.
          () => undefined,
        );
      }
      return names.get(key) ?? null;
    },
    [api, names],
  );
}
