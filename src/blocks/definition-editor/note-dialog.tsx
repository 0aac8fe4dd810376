import { type ReactNode, useId, useState } from 'react';
import { Dialog } from '#src/render/dialog.tsx';

const longest = 500;

/** Asks why, shows what will happen, and does it. */
export function NoteDialog({
  title,
  confirm,
  danger = false,
  problem,
  busy,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Why the last try was refused. */
  readonly problem: string | null;
  readonly busy: boolean;
  readonly onConfirm: (note: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const missing = tried && note.trim() === '';
  return (
    <Dialog closing="button" title={title} mayClose={() => Promise.resolve(!busy)} onClose={onClose}>
      <form
        className="cad-note-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (note.trim() !== '' && !busy) onConfirm(note.trim());
        }}
      >
        {children}
        <label htmlFor={id}>Why (everybody reads it in the history)</label>
        <textarea
          id={id}
          rows={2}
          maxLength={longest}
          value={note}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}-problem` : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        {missing ? (
          <p id={`${id}-problem`} className="cad-note-problem" role="alert">
            Say why in a few words.
          </p>
        ) : null}
        {problem ? (
          <p className="cad-note-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <button
          type="submit"
          className={`cad-button ${danger ? 'cad-danger' : 'cad-primary'}`}
          disabled={busy}
        >
          {confirm}
        </button>
      </form>
    </Dialog>
  );
}
