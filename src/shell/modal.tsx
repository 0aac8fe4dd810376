import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ShellIcon } from './shell-icon.tsx';

/** A dialog of the frame, at most 500 px wide. The browser keeps the focus inside and gives it back. */
export function Modal({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // The browser takes the first button, which closes: who opened a form wants to fill it in.
    if (dialog.current?.querySelector('.cad-modal-head')?.contains(document.activeElement))
      dialog.current.querySelector<HTMLElement>('input, textarea, select')?.focus();
    // A dialog that is taken away without being closed gives no focus back by itself.
    return () => {
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="cad-dialog cad-modal"
      aria-labelledby={id}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      // Keys of the page behind must not be worked by what is typed here.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="cad-modal-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="cad-icon-button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <ShellIcon paths={cross} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
