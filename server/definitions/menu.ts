import { matchPattern } from '#src/core/route.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { Definitions, MenuEntry } from './definitions.ts';
import { maySee } from './manifest.ts';

/** An item of the menu as the specification names its members. */
export interface MenuItem {
  readonly title: string;
  readonly action: string | null;
  readonly activeon: readonly string[];
  readonly activematch: readonly string[];
  readonly items: readonly MenuItem[];
  readonly active: boolean;
}

function leadsSomewhere(definitions: Definitions, caller: Caller, path: string): boolean {
  const entries = [...definitions.screens.values(), ...definitions.broken.values()];
  return entries.some((entry) => {
    const { route, alias } = entry.kind === 'ready' ? entry.screen : entry;
    return (
      maySee(entry, caller) &&
      [route, ...alias].some((candidate) => matchPattern(candidate, path.split(/[?#]/)[0] ?? '') !== null)
    );
  });
}

/** What matches the pages of a group that the caller may open: a pattern for each, with its parameters open. */
function patternsOf(definitions: Definitions, caller: Caller, group: string | null): readonly string[] {
  if (group === null) return [];
  return [...definitions.screens.values()]
    .filter((entry) => entry.screen.group === group && maySee(entry, caller))
    .map(({ screen }) => `^${screen.route.replace(/[.]/g, '[.]').replace(/:\w+/g, '[^/]+')}$`)
    .sort();
}

/** The menu without what the caller may not open and without groups that are left empty. */
export function menuFor(definitions: Definitions, caller: Caller): readonly MenuItem[] {
  const prune = (entries: readonly MenuEntry[]): readonly MenuItem[] =>
    entries.flatMap((entry) => {
      if (!may(caller, entry.needs)) return [];
      const items = prune(entry.items);
      const opens = entry.action !== null && leadsSomewhere(definitions, caller, entry.action);
      if (!opens && items.length === 0) return [];
      const { title, activeon } = entry;
      const activematch = [...entry.activematch, ...patternsOf(definitions, caller, entry.group)];
      return [{ title, action: opens ? entry.action : null, activeon, activematch, items, active: false }];
    });
  return prune(definitions.menu);
}
