import { useCallback, useRef, useState } from 'react';
import type { LinkedAction } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ActExtra, ActOutcome, Failure } from '#src/render/block-props.ts';
import type { SummaryEntry } from './error-summary.tsx';
import type { FormStore } from './form-store.ts';
import type { Values } from './values.ts';

export interface Submission {
  readonly summary: {
    readonly level: 'error' | 'warning';
    readonly heading: string;
    readonly entries: readonly SummaryEntry[];
  } | null;
  readonly attempt: number;
  readonly notice: string | null;
  readonly conflict: Failure | null;
}

interface Input {
  readonly store: FormStore;
  readonly act: (steps: readonly LinkedAction[], extra?: ActExtra) => Promise<ActOutcome>;
  readonly setDirty: (dirty: boolean) => void;
  /** What was typed is stored now. */
  readonly onSaved?: () => void;
}

const quiet = { summary: null, notice: null, conflict: null };

/** Saving, once at a time. A failure keeps what was typed and says what to do. */
export function useSubmit({ store, act, setDirty, onSaved }: Input) {
  const [state, setState] = useState<Submission>({ ...quiet, attempt: 0 });
  const running = useRef(false);
  // A form over no record saves nothing: signing in is not "not saved".
  const saves = store.form.entity !== undefined || store.form.record;

  const tell = useCallback(
    (level: 'error' | 'warning', heading: string, entries: readonly SummaryEntry[]) =>
      setState((before) => ({
        ...before,
        ...quiet,
        summary: { level, heading, entries },
        attempt: before.attempt + 1,
      })),
    [],
  );
  const refuse = useCallback(
    (entries: readonly SummaryEntry[]) => {
      const many = `${entries.length} things need attention`;
      const one = saves ? 'Not saved' : 'One thing needs attention';
      tell('error', entries.length === 1 ? one : saves ? `Not saved: ${many}` : many, entries);
    },
    [tell, saves],
  );

  const fail = useCallback(
    (failure: Failure | null) => {
      // A step that stopped without a failure (a question answered no) has told the person already.
      if (!failure) return;
      if (failure.status === 409) {
        setState((before) => ({ ...before, ...quiet, conflict: failure }));
        return;
      }
      // The message itself was told as a snackbar; said here again it would be read twice.
      if (failure.errors.length === 0) {
        setState((before) => ({ ...before, ...quiet, notice: saves ? 'Not saved' : null }));
        return;
      }
      const placed = failure.errors.map(({ pointer, message }) => ({
        message,
        pointer,
        place: store.placeOf(pointer),
      }));
      store.setState({
        serverErrors: Object.fromEntries(
          placed.flatMap(({ place, message }) => (place ? [[place, message]] : [])),
        ),
      });
      refuse(
        [...placed]
          .sort((a, b) => Number(a.place === null) - Number(b.place === null))
          .map(({ place, pointer, message }) => ({
            place,
            message: place
              ? store.named(place, message)
              : pointer === ''
                ? message
                : `${message} (${pointer})`,
          })),
      );
    },
    [store, refuse, saves],
  );

  const submit = useCallback(
    async (force: boolean): Promise<void> => {
      const { submit: button, record } = store.form;
      if (!button || running.current) return;
      const blockers = store.blockers();
      if (blockers.length > 0) {
        store.setState({ submitted: true });
        refuse(blockers);
        return;
      }
      const warnings = store.takeWarnings();
      if (warnings.length > 0) {
        const heading =
          warnings.length === 1 ? 'Is this meant?' : `Are these ${warnings.length} things meant?`;
        tell('warning', heading, warnings);
        return;
      }
      const { values, initial, lineKeys } = store.getState();
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
          form: record ? { version: initial.version, ...changes } : store.whole(),
          ...(force ? { body: { __forceUpdate__: true } } : {}),
        });
        if (outcome.done) {
          setState((before) => ({ ...before, ...quiet }));
          store.saved(values, record ? storedOf(outcome.value) : {}, lineKeys);
          onSaved?.();
          return;
        }
        if (leaves) setDirty(store.isDirty());
        fail(outcome.failure);
      } finally {
        running.current = false;
        store.setState({ saving: false });
      }
    },
    [store, act, setDirty, onSaved, tell, refuse, fail],
  );

  const closeConflict = useCallback(() => setState((before) => ({ ...before, conflict: null })), []);
  const quieten = useCallback(() => setState((before) => ({ ...before, ...quiet })), []);
  return { ...state, submit, closeConflict, quieten };
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
