import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import { Icon } from './icon.tsx';

export interface OpenDialog {
  readonly title: string;
  readonly blocks: readonly LinkedBlock[];
  /** The row whose action opened it: `row` of everything inside. */
  readonly row: Row | null;
  /** The answer of the call before: `answer` of everything inside. */
  readonly answer?: unknown;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Nothing of it reaches the form around an input that opened the dialog. */
const stopAll = { onFocus: stop, onBlur: stop, onPaste: stop };

/**
 * Every modal of the application. Escape leaves it, the browser keeps the focus inside, and who opened it has the focus
 * again when it is gone. Keys reach nothing behind it.
 */
export function Dialog({
  title,
  closing,
  describedBy,
  className = '',
  apart = false,
  mayClose,
  onClose,
  children,
}: {
  readonly title: string;
  /** What closes it besides Escape: a cross beside the title, a button below, or buttons among its children. */
  readonly closing: 'cross' | 'button' | 'own';
  readonly describedBy?: string;
  readonly className?: string;
  /** Stands outside of the form that its opener is in, so that Enter in it submits nothing of that form's. */
  readonly apart?: boolean;
  /** Asked before the person closes it; a plan that takes it away is not asked. */
  readonly mayClose?: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => openWithFocus(dialog.current), []);
  const leave = async () => {
    if (mayClose && !(await mayClose())) return;
    // The browser gives the focus back; where it knows no dialogs there is nothing to give.
    if (dialog.current?.open) dialog.current.close();
    else onClose();
  };
  const drawn = (
    <dialog
      ref={dialog}
      className={`cad-dialog ${className}`}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // An inner dialog's Escape bubbles up to here.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        void leave();
      }}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={stop}
      {...(apart ? stopAll : {})}
    >
      <div className="cad-dialog-head">
        <h2 id={id}>{title}</h2>
        {closing === 'cross' ? (
          <button
            type="button"
            className="cad-icon-button"
            aria-label="Close"
            data-closing
            onClick={() => void leave()}
          >
            <Icon name="cross" />
          </button>
        ) : null}
      </div>
      {children}
      {closing === 'button' ? (
        <div className="cad-dialog-buttons">
          <button type="button" className="cad-button" data-closing onClick={() => void leave()}>
            Close
          </button>
        </div>
      ) : null}
    </dialog>
  );
  return apart ? createPortal(drawn, document.body) : drawn;
}

function openWithFocus(dialog: HTMLDialogElement | null): () => void {
  const before = document.activeElement;
  dialog?.showModal?.();
  // The browser takes the first button, which closes: who opened a form wants to fill it in, also one that loads late.
  const late = new MutationObserver(toField);
  function toField() {
    if (!(document.activeElement instanceof HTMLElement && 'closing' in document.activeElement.dataset))
      return;
    dialog?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }
  toField();
  dialog?.addEventListener('focusout', () => late.disconnect(), { once: true });
  if (dialog) late.observe(dialog, { childList: true, subtree: true });
  return () => {
    late.disconnect();
    // A dialog that is taken away without being closed gives no focus back by itself.
    if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
      before.focus();
  };
}
