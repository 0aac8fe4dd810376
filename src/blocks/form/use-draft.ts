import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#src/render/ports.tsx';
import { createDraftClient, type Draft, type DraftPlace } from './draft-client.ts';
import type { FormStore } from './form-store.ts';
import { sameValue, type Values } from './values.ts';

/** What is typed is kept once the keys have been still for so long. */
const quietMs = 1000;
const quietly = () => undefined;

export interface DraftOffer {
  /** What was kept before and differs from what is stored; null when there is nothing to decide. */
  readonly offer: Draft | null;
  readonly restore: () => void;
  readonly discard: () => void;
  /** What was typed is stored, or given up: nothing is kept any longer. */
  readonly forget: () => void;
}

/** Keeps unsaved text of the form and offers what was kept before; `place` null keeps nothing. */
export function useDraft(store: FormStore, place: DraftPlace | null): DraftOffer {
  const api = useApi();
  const name = JSON.stringify(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all of the place
  const client = useMemo(() => (place ? createDraftClient(api, place) : null), [api, name]);
  const [offer, setOffer] = useState<Draft | null>(null);
  // Read by timers and when the form is left: undecided text must not be overwritten by new one.
  const state = useRef({ undecided: true, kept: false });

  const keepNow = useCallback(() => {
    const { current } = state;
    if (!client || current.undecided) return;
    const values = store.isDirty() ? keptOf(store) : {};
    if (Object.keys(values).length > 0) {
      current.kept = true;
      const { version } = store.getState().initial;
      client
        .keep({
          values,
          version: store.form.record && typeof version === 'number' ? version : null,
          savedAt: new Date().toISOString(),
        })
        .catch(quietly);
    } else if (current.kept) {
      current.kept = false;
      client.forget().catch(quietly);
    }
  }, [client, store]);

  useEffect(() => {
    if (!client) return;
    let left = false;
    state.current = { undecided: true, kept: false };
    const decided = () => {
      state.current.undecided = false;
      // Typed while the answer was on its way.
      if (store.isDirty()) keepNow();
    };
    client.read().then((draft) => {
      if (left) return;
      const { values } = store.getState();
      if (draft && Object.entries(draft.values).some(([id, value]) => !sameValue(values[id], value))) {
        state.current.kept = true;
        setOffer(draft);
      } else decided();
    }, decided);
    return () => {
      left = true;
    };
  }, [client, store, keepNow]);

  useEffect(() => {
    if (!client) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = store.subscribe((now, before) => {
      if (now.values === before.values) return;
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        keepNow();
      }, quietMs);
    });
    return () => {
      stop();
      if (!timer) return;
      clearTimeout(timer);
      keepNow();
    };
  }, [client, store, keepNow]);

  const forget = useCallback(() => {
    setOffer(null);
    const { kept } = state.current;
    state.current = { undecided: false, kept: false };
    // Text typed while it was being saved is kept on.
    if (store.isDirty()) keepNow();
    else if (kept) client?.forget().catch(quietly);
  }, [client, store, keepNow]);

  const restore = useCallback(() => {
    if (!offer) return;
    setOffer(null);
    state.current.undecided = false;
    store.restore(offer.values, offer.version);
  }, [offer, store]);

  const discard = useCallback(() => {
    setOffer(null);
    state.current.undecided = false;
    client?.forget().catch(quietly);
    state.current.kept = false;
    if (store.isDirty()) keepNow();
  }, [client, store, keepNow]);

  return { offer, restore, discard, forget };
}

function keptOf(store: FormStore): Values {
  const may = new Set(store.form.drafts ?? []);
  return Object.fromEntries(Object.entries(store.changes()).filter(([id]) => may.has(id)));
}
