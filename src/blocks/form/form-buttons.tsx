import type { ReactNode } from 'react';

/** Saves, cancels, and says what becomes of what was typed. */
export function FormButtons({
  id,
  submit,
  cancel,
  enabled,
  saving,
  status,
  changes,
  onCancel,
  onDiscard,
}: {
  /** Of the button that saves. */
  readonly id: string;
  readonly submit: string;
  readonly cancel: string | null;
  readonly enabled: { readonly submit: boolean; readonly cancel: boolean };
  readonly saving: boolean;
  readonly status: string;
  /** What of a record is not saved: the bar stays in sight while there is any. */
  readonly changes: ReactNode;
  readonly onCancel: () => void;
  /** Gives up what was typed; null where nothing is, or where `cancel` does it. */
  readonly onDiscard: (() => void) | null;
}) {
  return (
    <div className="cad-form-buttons" data-unsaved={changes !== null}>
      {changes}
      <button
        id={id}
        type="submit"
        className="cad-button cad-primary"
        aria-disabled={saving || !enabled.submit}
        aria-busy={saving}
      >
        {saving ? 'Saving…' : submit}
      </button>
      {onDiscard === null ? null : (
        <button
          type="button"
          className="cad-button"
          // A kept draft has a button of that name, too.
          aria-label="Discard changes"
          disabled={saving}
          onClick={onDiscard}
        >
          Discard
        </button>
      )}
      {cancel === null ? null : (
        <button type="button" className="cad-button" disabled={!enabled.cancel} onClick={onCancel}>
          {cancel}
        </button>
      )}
      <span className="cad-form-status" role="status">
        {status}
      </span>
    </div>
  );
}
