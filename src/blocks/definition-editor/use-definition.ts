// The definition being edited: what the server has of it, what is typed, and the calls that change it.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import {
  type Definition,
  type Difference,
  definitionOf,
  differenceOf,
  findingsOf,
  type Preview,
  previewOf,
  type Version,
  versionsOf,
} from './answers.ts';
import type { Schema } from './schema-walk.ts';

/** Long enough that a word is typed to its end before the server checks it. */
const checkAfterMs = 500;

export type Outcome =
  | { readonly kind: 'done' }
  /** Somebody else has put something in force since. */
  | { readonly kind: 'stale'; readonly difference: Difference }
  /** Somebody else has changed the draft since. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface Loaded {
  readonly definition: Definition;
  readonly versions: readonly Version[];
}

function outcomeOf(thrown: unknown): Outcome {
  const failure = asFailure(thrown);
  if (failure.status === 409 && failure.code === 'stale')
    return { kind: 'stale', difference: differenceOf(failure.details.difference) };
  if (failure.status === 409) return { kind: 'conflict' };
  return { kind: 'refused', failure };
}

export function useDefinition(path: string, look: { readonly as: string }) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [schema, setSchema] = useState<Schema | null>(null);
  const [text, setText] = useState('');
  const [saved, setSaved] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [previewFailure, setPreviewFailure] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  /** Names what was in force when the text was begun, however often it is read since: a publish compares with it. */
  const base = useRef<string | null>(null);

  const read = useCallback(async (): Promise<Loaded> => {
    const [answer, history] = await Promise.all([
      call(api, 'studio.get', { query: { path } }),
      call(api, 'studio.history', { query: { path } }),
    ]);
    const next = { definition: definitionOf(answer), versions: versionsOf(history) };
    setLoaded(next);
    setRevision((n) => n + 1);
    return next;
  }, [api, path]);

  /** Reads anew; what is typed is replaced. */
  const open = useCallback(async () => {
    setFailure(null);
    try {
      const { definition } = await read();
      base.current = definition.draft ? definition.draft.baseHash : definition.baseHash;
      setText(definition.text);
      setSaved(definition.text);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  }, [read]);
  useEffect(() => void open(), [open]);

  useEffect(() => {
    if (revision === 0) return;
    let left = false;
    call(api, 'studio.schema', { query: { path } }).then(
      (answer) => {
        if (!left && isJsonObject(answer)) setSchema(answer);
      },
      // Without it the editor still edits; the findings come from the server in any case.
      () => undefined,
    );
    return () => {
      left = true;
    };
    // What is saved may bring data sources, whose columns are offered then.
  }, [api, path, revision]);

  const kind = loaded?.definition.kind ?? null;
  useEffect(() => {
    if (kind === null || text.trim() === '') return;
    const gone = new AbortController();
    const timer = setTimeout(
      async () => {
        const [who, name] = [look.as.slice(0, look.as.indexOf(':')), look.as.slice(look.as.indexOf(':') + 1)];
        const body = { path, text, ...(look.as === '' ? {} : { [who]: name }) };
        try {
          const answer = await call(api, 'studio.preview', { body }, gone.signal);
          setPreview(previewOf(answer, look.as));
          setPreviewFailure(null);
        } catch (thrown) {
          if (!isAbort(thrown) && !gone.signal.aborted) setPreviewFailure(asFailure(thrown).message);
        }
      },
      // The first look need not wait for a typist.
      text === saved ? 0 : checkAfterMs,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [api, kind, path, text, saved, look.as]);

  // Calls read what is current when they are made.
  const now = useRef({ loaded, text });
  now.current = { loaded, text };

  const attempt = useCallback(async (work: () => Promise<void>): Promise<Outcome> => {
    try {
      await work();
      return { kind: 'done' };
    } catch (thrown) {
      const outcome = outcomeOf(thrown);
      if (outcome.kind === 'refused') {
        const found = findingsOf(outcome.failure.details.findings);
        if (found.length > 0) setPreview((known) => (known ? { ...known, findings: found } : known));
      }
      return outcome;
    }
  }, []);

  const actions = useMemo(() => {
    const definition = (): Definition => {
      const { loaded: current } = now.current;
      if (!current) throw new Error('The definition is not read yet.');
      return current.definition;
    };
    const putDraft = async (over: Definition) => {
      const content = now.current.text;
      await call(api, 'studio.draft', {
        body: { path, text: content, version: over.draft?.version ?? null, base_hash: base.current },
      });
      await read();
      setSaved(content);
    };
    return {
      saveDraft: () => attempt(() => putDraft(definition())),
      /** Keeps what is typed, over what somebody else has saved or put in force since. */
      keepMine: () =>
        attempt(async () => {
          const { definition: theirs } = await read();
          base.current = theirs.baseHash;
          await putDraft(theirs);
        }),
      discard: () =>
        attempt(async () => {
          const { draft } = (await read()).definition;
          if (draft) await call(api, 'studio.discard', { body: { path, version: draft.version } });
          await open();
        }),
      publish: (note: string) =>
        attempt(async () => {
          const { draft } = definition();
          await call(api, 'studio.publish', {
            body: { path, draft_version: draft?.version ?? 1, base_hash: base.current, note },
          });
          await open();
        }),
      rollBack: (version: number, note: string) =>
        attempt(async () => {
          await call(api, 'studio.rollback', {
            body: { path, version, base_hash: definition().baseHash, note },
          });
          await open();
        }),
      withdraw: (note: string) =>
        attempt(async () => {
          await call(api, 'studio.withdraw', { body: { path, base_hash: definition().baseHash, note } });
          await open();
        }),
      differenceToDraft: async (): Promise<Difference> =>
        differenceOf(
          await call(api, 'studio.difference', { query: { path, from: 'published', to: 'draft' } }),
        ),
    };
  }, [api, path, read, open, attempt]);

  return {
    loaded,
    failure,
    open,
    schema,
    text,
    setText,
    unsaved: text !== saved,
    preview,
    previewFailure,
    revision,
    actions,
  };
}
