// Drafts that somebody looks at: linked, kept for a while, and read with no more rights than both have.
import { randomBytes } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import type { ReadyScreen } from './definitions.ts';
import { maySee } from './manifest.ts';

export const previewPrefix = 'preview:';
const keptMs = 30 * 60_000;
const most = 100;

export interface Preview {
  readonly screen: ReadyScreen;
  /** Whose rows are read: the admin's, narrowed to those of the role or user looked at. */
  readonly actor: Caller;
}

interface Kept extends Preview {
  readonly owner: number;
  readonly until: number;
}

export interface Previews {
  /** Keeps a draft under a name of its own, which its sources are asked by. */
  readonly keep: (screen: ReadyScreen, owner: Caller, actor: Caller, now: Date) => ReadyScreen;
  /** The draft that `screenId` names, for its owner alone; null for any other id. */
  readonly find: (screenId: string, caller: Caller, now: Date) => Preview | null;
}

export function createPreviews(): Previews {
  const kept = new Map<string, Kept>();
  return {
    keep: (screen, owner, actor, now) => {
      const id = `${previewPrefix}${randomBytes(12).toString('hex')}`;
      const linked = { ...screen.screen, id };
      const named: ReadyScreen = { ...screen, id, screen: linked, text: JSON.stringify(linked) };
      for (const [name, one] of kept) if (one.until < now.getTime()) kept.delete(name);
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
      kept.set(id, { screen: named, actor, owner: owner.id, until: now.getTime() + keptMs });
      return named;
    },
    find: (screenId, caller, now) => {
      const found = screenId.startsWith(previewPrefix) ? kept.get(screenId) : undefined;
      if (!found || found.owner !== caller.id || found.until < now.getTime()) return null;
      if (!caller.perms.has('defnU') && caller.preview !== screenId) return null;
      // Rights that were taken away since are gone here too.
      const { perms } = found.actor;
      const actor = { ...narrowed(caller, { ...found.actor, perms: [...perms] }), preview: screenId };
      return maySee(found.screen, actor) ? { screen: found.screen, actor } : null;
    },
  };
}

/** What both may do: the one who looks, and the role or user they look as. */
export function narrowed(
  caller: Caller,
  other: Pick<Caller, 'roles' | 'districts' | 'workDistricts'> & { readonly perms: readonly string[] },
): Caller {
  return {
    ...caller,
    roles: other.roles,
    perms: new Set(other.perms.filter((perm) => caller.perms.has(perm))),
    districts: ofBoth(caller.districts, other.districts),
    workDistricts: ofBoth(caller.workDistricts, other.workDistricts),
  };
}

function ofBoth(one: Caller['districts'], other: Caller['districts']): Caller['districts'] {
  if (one === '*') return other;
  return other === '*' ? one : other.filter((code) => one.includes(code));
}
