import { apiBase } from './base-path.ts';
import { showDefinitionProblems } from './definition-problems.ts';

/**
 * In development the server tells when a definition changed or is broken; the page then redraws or shows the findings.
 * Elsewhere this does nothing. Returns the function that stops following.
 */
export function followDefinitions(onChange: () => void): () => void {
  if (!import.meta.env.DEV) return () => undefined;
  const events = new EventSource(`${apiBase}/definitions/events`);
  events.addEventListener('changed', (event) => {
    showDefinitionProblems(event instanceof MessageEvent ? String(event.data) : '[]');
    onChange();
  });
  events.addEventListener('broken', (event) => {
    if (event instanceof MessageEvent) showDefinitionProblems(String(event.data));
  });
  return () => {
    events.close();
  };
}
