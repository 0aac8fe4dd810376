import './snackbars.css';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SnackbarButton } from '#src/render/action-runner.ts';
import { asFailure, shownFor } from '#src/render/failure.ts';

export type SnackbarKind = 'error' | 'success' | 'info' | 'warning';

interface Snackbar {
  readonly id: number;
  readonly kind: SnackbarKind;
  readonly text: string;
  readonly timeout: number;
  readonly button: SnackbarButton | null;
}

const defaultTimeout = 3000;
const store = createStore<{ readonly shown: readonly Snackbar[] }>()(() => ({ shown: [] }));
let last = 0;

/**
 * Shows a short message; 3 s unless told otherwise. A message that stands already is not repeated; one with a button
 * takes its place, because its button means what was done last.
 */
export function showSnackbar(
  kind: SnackbarKind,
  text: string,
  timeout = defaultTimeout,
  button: SnackbarButton | null = null,
): void {
  const same = (s: Snackbar) => s.kind === kind && s.text === text;
  if (button === null && store.getState().shown.some(same)) return;
  last += 1;
  const snackbar = { id: last, kind, text, timeout, button };
  store.setState(({ shown }) => ({ shown: [...shown.filter((s) => !same(s)), snackbar].slice(-4) }));
}

/** Shows what went wrong: the server's words, or what stands for them. */
export function showFailure(thrown: unknown): void {
  const failure = asFailure(thrown);
  showSnackbar('error', failure.message, shownFor(failure));
}

function dismiss(id: number): void {
  store.setState(({ shown }) => ({ shown: shown.filter((s) => s.id !== id) }));
}

const mark: { readonly [kind in SnackbarKind]: string } = {
  error: '⚠',
  success: '✓',
  info: 'ℹ',
  warning: '!',
};

function SnackbarLine({ id, kind, text, timeout, button }: Snackbar) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), timeout);
    return () => clearTimeout(timer);
  }, [id, timeout]);
  return (
    <div className={`cad-snackbar cad-snackbar-${kind}`}>
      <span aria-hidden="true">{mark[kind]}</span>
      <span>{text}</span>
      {button ? (
        <button
          type="button"
          className="cad-snackbar-button"
          onClick={() => {
            dismiss(id);
            button.run();
          }}
        >
          {button.label}
        </button>
      ) : null}
      <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        ×
      </button>
    </div>
  );
}

export function Snackbars() {
  const shown = useStore(store, (state) => state.shown);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shown anew with every message: the last of the browser's top layer is above an open dialog.
    if (!box.current?.showPopover) return;
    box.current.hidePopover();
    if (shown.length > 0) box.current.showPopover();
  }, [shown]);
  return (
    <div ref={box} popover="manual" className="cad-snackbars" role="status" aria-live="polite">
      {shown.map((snackbar) => (
        <SnackbarLine key={snackbar.id} {...snackbar} />
      ))}
    </div>
  );
}
