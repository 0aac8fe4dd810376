import { type RefObject, useEffect } from 'react';

/** Where a keyboard would cover half of the page. */
const byTouch = '(hover: none) and (pointer: coarse)';

const fields = 'input:not([type="radio"]), select, textarea';

/**
 * Puts the cursor into the first field of a form when the page opens. Its input may load a moment later; whoever went
 * somewhere else meanwhile stays there.
 */
export function useFirstField(form: RefObject<HTMLFormElement | null>, wanted: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const within = form.current;
    if (!wanted || !within || window.matchMedia?.(byTouch).matches) return;
    const before = document.activeElement;
    const begin = (): boolean => {
      const now = document.activeElement;
      if (now !== before && now !== null && now !== document.body) return true;
      const first = within.querySelector('.cad-criterion, .cad-criterion-row');
      const input = first?.querySelector<HTMLElement>(fields);
      input?.focus({ preventScroll: true });
      return input !== undefined && input !== null;
    };
    if (begin()) return;
    const loading = new MutationObserver(() => {
      if (begin()) loading.disconnect();
    });
    loading.observe(within, { childList: true, subtree: true });
    return () => loading.disconnect();
  }, []);
}
