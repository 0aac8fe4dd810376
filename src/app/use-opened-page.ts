import { useState } from 'react';
import type { ManifestEntry } from '#src/core/linked.ts';

export interface OpenedPage {
  /** Null where the address leads to no page. */
  readonly entry: ManifestEntry | null;
  readonly routeParams: { readonly [id: string]: string };
}

/** A page that is withdrawn while somebody types on it stays, so that nothing is lost. */
export function useOpenedPage(offered: OpenedPage, isDirty: () => boolean): OpenedPage {
  const [opened, setOpened] = useState(offered);
  if (offered.entry !== null && offered.entry !== opened.entry) setOpened(offered);
  // Decided once: what the page does afterwards, a moment without unsaved text included, must not take it away.
  const [kept, setKept] = useState(false);
  if (offered.entry === null && !kept && isDirty()) setKept(true);
  if (offered.entry !== null && kept) setKept(false);
  if (offered.entry !== null) return offered;
  // No route matches any more, so its parameters are those of before.
  return { entry: kept || isDirty() ? opened.entry : null, routeParams: opened.routeParams };
}
