import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme in force; a change of it redraws what took its colours by value. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'light');
}
