// How many other definitions name a definition.
import { kindAt } from './kinds.ts';

/** What a definition is named by elsewhere; null for one that nothing names. */
function mentionOf(path: string, text: string | null): RegExp | null {
  const kind = kindAt(path);
  const id = path.replace(/^.*\/|\.json$/g, '');
  const quoted = (keys: string, value: string) => new RegExp(`"(?:${keys})"\\s*:\\s*"${escaped(value)}"`);
  if (kind === 'codes') return quoted('codes', id);
  if (kind === 'fragment' || kind === 'action') return quoted(kind, id);
  if (kind === 'form') return quoted('form', id);
  if (kind === 'operation') return quoted('operation', id);
  if (kind === 'entity') {
    const list = /"list"\s*:\s*"([a-z0-9]+)"/.exec(text ?? '')?.[1];
    return list
      ? new RegExp(`${quoted('entity', id).source}|${quoted('records|list', list).source}`)
      : quoted('entity', id);
  }
  if (kind !== 'screen') return null;
  const route = /"route"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1];
  // A link fills the parameters, so the route is known by what stands before the first one.
  const fixed = route?.split(':')[0];
  return fixed && fixed.length > 1 ? new RegExp(`"${escaped(fixed)}(?:"|[^"]*")`) : null;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** By path, in how many other files each definition is named. */
export function countUses(texts: ReadonlyMap<string, string | null>): ReadonlyMap<string, number> {
  const all = [...texts].filter(([path, text]) => text !== null && path.endsWith('.json'));
  return new Map(
    all.map(([path, text]) => {
      const mention = mentionOf(path, text);
      const count = mention
        ? all.filter(([other, words]) => other !== path && mention.test(words ?? '')).length
        : 0;
      return [path, count];
    }),
  );
}
