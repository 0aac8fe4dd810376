import { createHash } from 'node:crypto';
import type { ManifestEntry } from '#src/core/linked.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { BrokenScreen, Definitions, ReadyScreen } from './definitions.ts';
import type { DefinitionStore } from './store.ts';

export interface Manifest {
  readonly version: string;
  /** The office's day. */
  readonly today: string;
  readonly entries: readonly ManifestEntry[];
}

export function maySee(entry: ReadyScreen | BrokenScreen, caller: Caller | null): boolean {
  const { access, needs } = entry.kind === 'ready' ? entry.screen : entry;
  if (access === 'auth' && !caller) return false;
  return may(caller, needs);
}

function entryOf(entry: ReadyScreen | BrokenScreen): ManifestEntry {
  if (entry.kind === 'broken') {
    const { id, route, alias, access, hash, title } = entry;
    return { id, route, alias, access, hash, title, group: null, summary: null, params: [] };
  }
  const { id, hash, screen } = entry;
  const { route, alias, access, title, group, section, summary, record } = screen;
  const params = screen.params.flatMap(({ id: name, in: place, type, entity }) =>
    place === 'route' ? [{ id: name, in: place, type, entity }] : [],
  );
  const page = { id, route, alias, access, hash, title, group, summary, params };
  return {
    ...page,
    ...(section === undefined ? {} : { section }),
    ...(record === undefined ? {} : { record }),
  };
}

function visible(definitions: Definitions, caller: Caller | null): readonly (ReadyScreen | BrokenScreen)[] {
  return [...definitions.screens.values(), ...definitions.broken.values()].filter((entry) =>
    maySee(entry, caller),
  );
}

/**
 * What exists for this caller. The version changes with any definition, menu item, right or district of theirs, and with
 * what else the session is told of, here the kinds of data.
 */
export function manifestFor(
  definitions: Definitions,
  caller: Caller | null,
  today: string,
  data: object | null,
): Manifest {
  const entries = visible(definitions, caller).map(entryOf);
  // The menu is asked for elsewhere; whoever sees this version change asks for it again.
  const menu = caller ? definitions.menu : [];
  entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  const seen = JSON.stringify([caller?.permissionVersion ?? null, today, entries, menu, data]);
  return { version: createHash('sha256').update(seen).digest('base64url').slice(0, 22), today, entries };
}

/** What is in force, else what was replaced since the caller was told of it, as long as the page is theirs to see, then and now. */
export function visibleByHash(
  { current, replaced }: Pick<DefinitionStore, 'current' | 'replaced'>,
  hash: string,
  caller: Caller | null,
): ReadyScreen | BrokenScreen | null {
  const seen = visible(current(), caller);
  const before = replaced(hash);
  return (
    seen.find((entry) => entry.hash === hash) ??
    (before && maySee(before, caller) && seen.some(({ id }) => id === before.id) ? before : null)
  );
}

export function visibleScreen(
  definitions: Definitions,
  id: string,
  caller: Caller | null,
): ReadyScreen | null {
  const entry = definitions.screens.get(id);
  return entry && maySee(entry, caller) ? entry : null;
}
