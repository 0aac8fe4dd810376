import { type ReactNode, useEffect, useRef } from 'react';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export interface OpenDialog {
  readonly title: Text;
  readonly blocks: readonly LinkedBlock[];
}

/** A modal of blocks; the browser keeps the focus inside and gives it back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="cad-dialog" aria-labelledby="cad-dialog-title" onClose={onClose}>
      <h2 id="cad-dialog-title">{title}</h2>
      {children}
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
