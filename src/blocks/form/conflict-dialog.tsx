import { useEffect, useRef } from 'react';
import type { Failure } from '#src/render/block-props.ts';

export type ConflictChoice = 'keep' | 'reload' | 'force';

/** Somebody else saved first: their state, mine over theirs, or back to the form with everything typed. */
export function ConflictDialog({
  failure,
  onChoose,
}: {
  readonly failure: Failure;
  readonly onChoose: (choice: ConflictChoice) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal?.();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="cad-dialog"
      aria-labelledby="cad-conflict-title"
      aria-describedby="cad-conflict-text"
      onCancel={(event) => {
        event.preventDefault();
        onChoose('keep');
      }}
    >
      <h2 id="cad-conflict-title">Somebody else has changed this</h2>
      <p id="cad-conflict-text">{failure.message}</p>
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => onChoose('keep')}>
          Keep editing
        </button>
        <button type="button" className="cad-button" onClick={() => onChoose('reload')}>
          Reload
        </button>
        <button type="button" className="cad-button cad-danger" onClick={() => onChoose('force')}>
          Force save
        </button>
      </div>
    </dialog>
  );
}
