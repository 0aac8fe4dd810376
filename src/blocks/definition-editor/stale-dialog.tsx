import { Dialog } from '#src/render/dialog.tsx';
import type { Difference } from './answers.ts';
import { DifferenceView } from './difference-view.tsx';

/** Somebody else was quicker: what differs, and whose text goes on. */
export function StaleDialog({
  difference,
  busy,
  onTheirs,
  onMine,
  onClose,
}: {
  /** From what is in force now to what was typed here; null where only a draft was changed. */
  readonly difference: Difference | null;
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      closing="button"
      title={
        difference ? 'Somebody else has published this definition' : 'Somebody else has changed this draft'
      }
      mayClose={() => Promise.resolve(!busy)}
      onClose={onClose}
    >
      {difference ? (
        <>
          <p>It was published since you began. From what is in force now to yours:</p>
          <DifferenceView difference={difference} />
        </>
      ) : (
        <p>What you typed is still here and not saved.</p>
      )}
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" disabled={busy} onClick={onTheirs}>
          Take theirs
        </button>
        <button type="button" className="cad-button cad-danger" disabled={busy} onClick={onMine}>
          {difference ? 'Keep mine over theirs…' : 'Keep mine over theirs'}
        </button>
      </div>
    </Dialog>
  );
}
