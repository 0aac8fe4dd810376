// Moves of a record's life. What is typed and not saved stays: a move writes the state and nothing else of the form.
import { useCallback, useRef, useState } from 'react';
import type { LinkedAction } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ActExtra, ActOutcome } from '#src/render/block-props.ts';
import type { Conflict } from './conflict-part.tsx';
import type { FormMove } from './definition.ts';
import type { FormStore } from './form-store.ts';

export interface Moves {
  readonly running: string | null;
  /** Why the last move was refused. */
  readonly refused: string | null;
  readonly conflict: Conflict | null;
  /** Counts the moves that were made. */
  readonly made: number;
  readonly move: (move: FormMove) => void;
  readonly closeConflict: () => void;
}

const idle = { running: null, refused: null, conflict: null };

export function useMoves(
  store: FormStore,
  act: (steps: readonly LinkedAction[], extra?: ActExtra) => Promise<ActOutcome>,
): Moves {
  const [state, setState] = useState<Omit<Moves, 'move' | 'closeConflict'>>({ ...idle, made: 0 });
  const busy = useRef(false);

  const run = useCallback(
    async (move: FormMove, force: boolean): Promise<void> => {
      const { moves } = store.form;
      const { id, version } = store.getState().initial;
      if (!moves || busy.current || store.getState().saving) return;
      busy.current = true;
      setState((before) => ({ ...before, ...idle, running: move.id }));
      // A refusal is told beside the button, a conflict by its dialog.
      const outcome = await act(moves.on, {
        row: { id, version, move: move.id },
        ...(force ? { body: { __forceUpdate__: true } } : {}),
        quiet: [409, 422],
      }).finally(() => {
        busy.current = false;
      });
      if (outcome.done) {
        if (isJsonObject(outcome.value)) store.moved(outcome.value);
        setState((before) => ({ ...before, ...idle, made: before.made + 1 }));
        return;
      }
      const { failure } = outcome;
      if (failure?.status !== 409) {
        const refused = failure?.status === 422 ? failure.message : null;
        setState((before) => ({ ...before, ...idle, refused }));
        return;
      }
      const words = { force: `${move.title} all the same`, merge: `Take it over, then ${lower(move.title)}` };
      const conflict = { failure, words, again: (forced: boolean) => void run(move, forced) };
      setState((before) => ({ ...before, ...idle, conflict }));
    },
    [store, act],
  );

  return {
    ...state,
    move: useCallback((move) => void run(move, false), [run]),
    closeConflict: useCallback(() => setState((before) => ({ ...before, conflict: null })), []),
  };
}

/** A title inside a sentence; an abbreviation keeps its letters. */
function lower(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
