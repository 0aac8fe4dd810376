// Unsaved text of one form: on the server, and in this page's memory for as long as the server does not have it.
import { isJsonObject } from '#src/core/values.ts';
import type { ApiPort } from '#src/render/ports.tsx';
import type { Values } from './values.ts';

export interface Draft {
  readonly values: Values;
  /** The version that its writer had read; null for a new record. */
  readonly version: number | null;
  /** ISO. */
  readonly savedAt: string;
}

export interface DraftPlace {
  readonly user: number;
  readonly screen: string;
  readonly block: string;
  readonly record: string;
}

export interface DraftClient {
  readonly read: () => Promise<Draft | null>;
  readonly keep: (draft: Draft) => Promise<void>;
  readonly forget: () => Promise<void>;
}

// What could not be sent, e.g. because the session had ended: it is offered again after signing in.
const unsent = new Map<string, Draft>();

export function createDraftClient(api: ApiPort, { user, screen, block, record }: DraftPlace): DraftClient {
  const name = JSON.stringify([user, screen, block, record]);
  const place = { screen, block, record };
  // One call after the other: a later text never arrives before an earlier one.
  let last: Promise<unknown> = Promise.resolve();
  const afterwards = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
  const keep: DraftClient['keep'] = (draft) => {
    unsent.set(name, draft);
    return afterwards(async () => {
      // Forgotten or overtaken meanwhile.
      if (unsent.get(name) !== draft) return;
      await api.call('draft.save', {
        body: { ...place, base_version: draft.version, values: draft.values },
      });
      if (unsent.get(name) === draft) unsent.delete(name);
    });
  };
  return {
    read: async () => {
      const waiting = unsent.get(name);
      if (!waiting) return draftOf(await api.call('draft.get', { query: place }));
      keep(waiting).catch(() => undefined);
      return waiting;
    },
    keep,
    forget: () => {
      unsent.delete(name);
      return afterwards(async () => {
        await api.call('draft.discard', { query: place });
      });
    },
  };
}

function draftOf(answer: unknown): Draft | null {
  const draft = isJsonObject(answer) ? answer.draft : null;
  if (!isJsonObject(draft) || !isJsonObject(draft.values) || typeof draft.saved_at !== 'string') return null;
  const { base_version: version } = draft;
  return {
    values: draft.values,
    version: typeof version === 'number' ? version : null,
    savedAt: draft.saved_at,
  };
}
