import { useEffect, useState } from 'react';
import { call } from '#src/api/call.ts';
import type { Criterion } from '#src/core/entity.ts';
import { useApi } from '#src/render/ports.tsx';

/** Criteria that have rested for so long are counted; a newer count takes back the one before. */
const restMs = 500;

export interface LiveCount {
  /** Null where it took longer than anybody waits. */
  readonly count: number | null;
  readonly more: boolean;
}

interface Known extends LiveCount {
  readonly of: string;
}

/**
 * How many records the criteria find, while they are filled in; `counting` until that is known. Null without criteria,
 * with one that cannot be read, and where the count fails: the search itself tells why.
 */
export function useLiveCount(
  list: string,
  criteria: readonly Criterion[],
  readable: boolean,
): LiveCount | 'counting' | null {
  const api = useApi();
  const [known, setKnown] = useState<Known | 'failed' | null>(null);
  const asked = readable && criteria.length > 0 ? JSON.stringify(criteria) : null;
  useEffect(() => {
    setKnown((before) => (before === 'failed' ? null : before));
    if (asked === null) return;
    const newer = new AbortController();
    const timer = setTimeout(() => {
      call(
        api,
        'record.count',
        { params: { list }, body: { criteria: JSON.parse(asked) } },
        newer.signal,
      ).then(
        ({ count, more }) => {
          if (!newer.signal.aborted) setKnown({ of: asked, count, more });
        },
        () => {
          if (!newer.signal.aborted) setKnown('failed');
        },
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      newer.abort();
    };
  }, [api, list, asked]);
  if (asked === null || known === 'failed') return null;
  return known !== null && known.of === asked ? known : 'counting';
}
