// Which pages are opened, for the office's own count.

export interface HitPorts {
  readonly now: () => number;
  readonly send: (path: string) => void;
}

const repeatAfter = 2_000;

/** Logs openings; the same page again is one only after more than two seconds. */
export function createHitLog({ now, send }: HitPorts): (path: string) => void {
  let last: { readonly path: string; readonly at: number } | null = null;
  return (path) => {
    // The public site is nobody's work.
    if (path === '/') return;
    const at = now();
    if (last?.path === path && at - last.at <= repeatAfter) return;
    last = { path, at };
    send(path);
  };
}
