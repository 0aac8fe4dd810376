import { useCallback, useRef, useState } from 'react';
import type { LinkedAction } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ActExtra, ActOutcome, Failure } from '#src/render/block-props.ts';
import type { SummaryEntry } from './error-summary.tsx';
import type { FormStore } from './form-store.ts';
import type { Values } from './values.ts';

export interface Submission {
  readonly summary: readonly SummaryEntry[];
  readonly attempt: number;
  readonly notice: string | null;
  readonly conflict: Failure | null;
}

interface Input {
  readonly store: FormStore;
  readonly act: (steps: readonly LinkedAction[], extra?: ActExtra) => Promise<ActOutcome>;
  readonly setDirty: (dirty: boolean) => void;
  readonly inputOf: (field: string) => string;
}

const quiet = { summary: [], notice: null, conflict: null };

/** Saving, once at a time. A failure keeps what was typed and says what to do. */
export function useSubmit({ store, act, setDirty, inputOf }: Input) {
  const [state, setState] = useState<Submission>({ ...quiet, attempt: 0 });
  const running = useRef(false);

  const tell = useCallback(
    (entries: readonly SummaryEntry[]) =>
      setState((before) => ({ ...quiet, summary: entries, attempt: before.attempt + 1 })),
    [],
  );

  const fail = useCallback(
    (failure: Failure | null) => {
      // A step that stopped without a failure (a question answered no) has told the person already.
      if (!failure) return;
      if (failure.status === 409) {
        setState((before) => ({ ...before, ...quiet, conflict: failure }));
        return;
      }
      const known = failure.errors.flatMap(({ pointer, message }) => {
        const field = store.field(fieldOfPointer(pointer));
        return field ? [{ field: field.id, message }] : [];
      });
      const general = failure.errors.filter(({ pointer }) => !store.field(fieldOfPointer(pointer)));
      store.setState({
        serverErrors: Object.fromEntries(known.map(({ field, message }) => [field, message])),
      });
      tell([
        ...(known.length === 0 || general.length > 0 ? [{ message: failure.message, input: null }] : []),
        ...known.map(({ field, message }) => ({ message, input: inputOf(field) })),
        ...general.map(({ pointer, message }) => ({ message: `${message} (${pointer})`, input: null })),
      ]);
    },
    [store, inputOf, tell],
  );

  const submit = useCallback(
    async (force: boolean): Promise<void> => {
      const { submit: button, record } = store.form;
      if (!button || running.current) return;
      const blockers = store.blockers();
      if (blockers.length > 0) {
        store.setState({ submitted: true });
        tell(blockers.map(({ field, message }) => ({ message, input: inputOf(field.id) })));
        return;
      }
      const { values, initial } = store.getState();
      const changes = store.changes();
      if (record && Object.keys(changes).length === 0) {
        setState((before) => ({
          ...before,
          ...quiet,
          notice: 'Nothing has changed since it was last saved.',
        }));
        return;
      }
      running.current = true;
      store.setState({ saving: true });
      // A plan that leads away must not be asked about the very changes that it saves.
      const leaves = leadsAway(button.on);
      if (leaves) setDirty(false);
      try {
        const outcome = await act(button.on, {
          form: record ? { version: initial.version, ...changes } : values,
          ...(force ? { body: { __forceUpdate__: true } } : {}),
        });
        if (outcome.done) {
          setState((before) => ({ ...before, ...quiet }));
          store.saved(values, record ? storedOf(outcome.value) : {});
          return;
        }
        if (leaves) setDirty(store.isDirty());
        fail(outcome.failure);
      } finally {
        running.current = false;
        store.setState({ saving: false });
      }
    },
    [store, act, setDirty, inputOf, tell, fail],
  );

  const closeConflict = useCallback(() => setState((before) => ({ ...before, conflict: null })), []);
  return { ...state, submit, closeConflict };
}

/** The field that a JSON pointer into the body means. */
export function fieldOfPointer(pointer: string): string {
  return (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

const away: ReadonlySet<string> = new Set(['navigate', 'close', 'search', 'sign-in']);

function leadsAway(steps: unknown): boolean {
  if (Array.isArray(steps)) return steps.some(leadsAway);
  if (!isJsonObject(steps)) return false;
  return (typeof steps.type === 'string' && away.has(steps.type)) || leadsAway(steps.then);
}

// The answer of a save may be the record as stored; its version is that of the next save.
function storedOf(answer: unknown): Values {
  return isJsonObject(answer) && typeof answer.version === 'number' ? answer : {};
}
