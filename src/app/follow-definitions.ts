import { followEvents } from '#src/api/events.ts';
import { apiBase } from './base-path.ts';
import { showDefinitionProblems } from './definition-problems.ts';

/** How often a page asks whether definitions or rights have changed, in ms: what is published is seen within 35 s. */
export const askEveryMs = 30_000;

/**
 * In development the server tells when a definition changed or is broken; the page then redraws or shows the findings.
 * Elsewhere this does nothing: the manifest is asked for every `askEveryMs`. Returns the function that stops following.
 */
export function followDefinitions(onChange: () => void): () => void {
  if (!import.meta.env.DEV) return () => undefined;
  return followEvents(`${apiBase}/definitions/events`, {
    changed: (data) => {
      showDefinitionProblems(data || '[]');
      onChange();
    },
    broken: (data) => {
      if (data) showDefinitionProblems(data);
    },
  });
}
