import { type RefObject, useEffect } from 'react';

/** Ctrl+S (Cmd+S) saves the form that holds the focus; the page's only form also when nothing of it is in focus. */
export function useSaveKey(root: RefObject<HTMLElement | null>, save: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const form = root.current;
      if (!form || event.defaultPrevented) return;
      const inside = form.contains(document.activeElement);
      const others = [...document.querySelectorAll('form.cad-form')].filter((other) => other !== form);
      if (!inside && others.length > 0) return;
      event.preventDefault();
      save();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, save, enabled]);
}
