import { type RefObject, useLayoutEffect } from 'react';

const gap = 2;
const edge = 4;

/**
 * For `popover`: the place above everything, an open dialog and every box that cuts its content too; undefined where the
 * browser has none, and the style sheet's place stays.
 */
export const topLayer =
  typeof HTMLElement.prototype.showPopover === 'function' ? ('manual' as const) : undefined;

/** Shows a popup beside its input, below it or, where there is no room, above; it follows while anything scrolls. */
export function useAbove(
  popup: RefObject<HTMLElement | null>,
  inputId: string,
  open: boolean,
  /** Whether it is at least as wide as its input. */
  asWide: boolean,
): void {
  useLayoutEffect(() => {
    const box = popup.current;
    const input = document.getElementById(inputId);
    if (!open || !topLayer || !box || !input) return;
    box.showPopover();
    const place = () => {
      const at = input.getBoundingClientRect();
      if (asWide) box.style.minWidth = `${at.width}px`;
      const { offsetWidth: width, offsetHeight: height } = box;
      const below = at.bottom + gap;
      const above = at.top - height - gap;
      const top = below + height > window.innerHeight && above > edge ? above : below;
      box.style.top = `${Math.max(edge, Math.min(top, window.innerHeight - height - edge))}px`;
      box.style.left = `${Math.max(edge, Math.min(at.left, window.innerWidth - width - edge))}px`;
    };
    place();
    // What is filtered or loaded changes its height.
    const sized = new ResizeObserver(place);
    sized.observe(box);
    window.addEventListener('resize', place);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      sized.disconnect();
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
      if (box.isConnected) box.hidePopover();
    };
  }, [popup, inputId, open, asWide]);
}
