import { useEffect, useRef } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';

/** Gives the editable element what a native input would have: the id, the states, and its label's click. */
export function useNativeLabel(
  root: { readonly current: HTMLDivElement | null },
  { id, required, invalid, autoFocus }: WidgetProps,
): void {
  const first = useRef(autoFocus === true);
  useEffect(() => {
    const box = root.current?.querySelector<HTMLElement>('[contenteditable="true"]');
    if (!box) return;
    box.id = id;
    box.setAttribute('aria-required', String(required));
    box.setAttribute('aria-invalid', String(invalid));
    if (first.current) box.focus();
    first.current = false;
    const focusIt = () => box.focus();
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    label?.addEventListener('click', focusIt);
    return () => label?.removeEventListener('click', focusIt);
  }, [root, id, required, invalid]);
}
