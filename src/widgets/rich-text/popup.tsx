import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/**
 * A dialog of the editor. It stands outside of the form that the editor is in, so that Enter in it submits nothing
 * of the form's, and its keys reach nothing behind it.
 */
export function Popup({
  title,
  wide = false,
  mayClose,
  onClose,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  /** Asked before the person closes it. */
  readonly mayClose?: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal?.(), []);
  const leave = async () => {
    if (!mayClose || (await mayClose())) onClose();
  };
  return createPortal(
    <dialog
      ref={dialog}
      className={`cad-dialog cad-rich-popup${wide ? ' cad-rich-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void leave();
      }}
      onKeyDown={stop}
      onFocus={stop}
      onBlur={stop}
      onPaste={stop}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  );
}
