export interface RateLimit {
  /** Counts one try of each key; false, counting nothing, when any key had its number within the window. */
  readonly take: (tries: readonly { readonly key: string; readonly most: number }[], now: Date) => boolean;
  readonly forget: (key: string) => void;
}

/** A sliding window per key, in memory. */
export function createRateLimit(windowMs: number): RateLimit {
  const times = new Map<string, readonly number[]>();
  const recent = (key: string, at: number) => (times.get(key) ?? []).filter((time) => at - time < windowMs);
  return {
    take: (tries, now) => {
      const at = now.getTime();
      if (times.size > 50_000)
        for (const key of times.keys()) if (recent(key, at).length === 0) times.delete(key);
      if (tries.some(({ key, most }) => recent(key, at).length >= most)) return false;
      for (const { key } of tries) times.set(key, [...recent(key, at), at]);
      return true;
    },
    forget: (key) => {
      times.delete(key);
    },
  };
}
