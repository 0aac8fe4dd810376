// What selects the rows of a list is filled in by the server, which has the parameters of the address and nothing else:
// the page's user, session and answers stay in the browser.
import { isTemplate } from '../linked.ts';
import { isJsonObject } from '../values.ts';
import type { ScreenLinking } from './screen-linking.ts';

const readable = 'params';
/** What a parameter's default may read. */
const defaults: ReadonlySet<string> = new Set(['session', 'user', 'today']);

/** Reports a template of `where` or `hash` that reads more than parameters. */
export function checkRecordsReads(value: unknown, pointer: string, screen: ScreenLinking): void {
  if (!isTemplate(value)) {
    if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value))
        checkRecordsReads(inner, `${pointer}/${name}`, screen);
    return;
  }
  for (const part of value.$text) {
    if (typeof part === 'string' || part.path[0] === readable) continue;
    const read = part.path.join('.');
    screen.report({
      pointer,
      rule: 'records-reads',
      message: `"${read}" is not known to the server, which fills in what selects records from parameters alone.`,
      suggestion: defaults.has(part.path[0] ?? '')
        ? `Add a parameter with "filter": false and "default": {"expr": "${read}"}, and read that.`
        : 'Let the address hold it as a parameter, and read that.',
    });
  }
}
