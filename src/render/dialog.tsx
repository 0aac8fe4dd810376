import { type ReactNode, useEffect, useRef } from 'react';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';

export interface OpenDialog {
  readonly title: string;
  readonly blocks: readonly LinkedBlock[];
  /** The row whose action opened it: `row` of everything inside. */
  readonly row: Row | null;
  /** The answer of the call before: `answer` of everything inside. */
  readonly answer?: unknown;
}

/** A modal of blocks; the browser keeps the focus inside and gives it back. */
export function Dialog({
  title,
  mayClose,
  onClose,
  children,
}: {
  readonly title: string;
  /** Asked before the person closes it; a plan that closes it is not asked. */
  readonly mayClose: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const leave = async () => {
    if (await mayClose()) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className="cad-dialog"
      aria-labelledby="cad-dialog-title"
      onCancel={(event) => {
        // An inner dialog's Escape bubbles up to here.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        void leave();
      }}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <h2 id="cad-dialog-title">{title}</h2>
      {children}
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => void leave()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
