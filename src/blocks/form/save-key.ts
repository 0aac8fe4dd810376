import { type RefObject, useEffect } from 'react';
import { isKey, useKeys } from '#src/render/keys.ts';
import { formPart, putBackKey, saveKey } from './form-keys.ts';

/** Ctrl+S (Cmd+S) saves the form that holds the focus; the page's only form also when nothing of it is in focus. */
export function useSaveKey(root: RefObject<HTMLElement | null>, save: () => void, enabled: boolean): void {
  useKeys(formPart, enabled ? [saveKey, putBackKey] : null);
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (!isKey(event, saveKey)) return;
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
