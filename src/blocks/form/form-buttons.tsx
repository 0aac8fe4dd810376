/** Saves, cancels, and says what becomes of what was typed. */
export function FormButtons({
  submit,
  cancel,
  saving,
  status,
  onCancel,
}: {
  readonly submit: string;
  readonly cancel: string | null;
  readonly saving: boolean;
  readonly status: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className="cad-form-buttons">
      <button type="submit" className="cad-button cad-primary" aria-disabled={saving} aria-busy={saving}>
        {saving ? 'Saving…' : submit}
      </button>
      {cancel === null ? null : (
        <button type="button" className="cad-button" onClick={onCancel}>
          {cancel}
        </button>
      )}
      <span className="cad-form-status" role="status">
        {status}
      </span>
    </div>
  );
}
