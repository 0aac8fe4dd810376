/** Saves, cancels, and says what becomes of what was typed. */
export function FormButtons({
  submit,
  cancel,
  enabled,
  saving,
  status,
  onCancel,
}: {
  readonly submit: string;
  readonly cancel: string | null;
  readonly enabled: { readonly submit: boolean; readonly cancel: boolean };
  readonly saving: boolean;
  readonly status: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className="cad-form-buttons">
      <button
        type="submit"
        className="cad-button cad-primary"
        aria-disabled={saving || !enabled.submit}
        aria-busy={saving}
      >
        {saving ? 'Saving…' : submit}
      </button>
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
