import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '#src/render/dialog.tsx';
import { failureText } from './failure-text.ts';

const longestName = 80;

/** Asks for the name of a view; what is refused is said beside it. */
export function ViewNameDialog({
  title,
  name,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly name: string;
  readonly onSave: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const id = useId();
  const [text, setText] = useState(name);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setFault('Give the view a name.');
    setSaving(true);
    try {
      await onSave(text.trim());
      onClose();
    } catch (error) {
      setFault(failureText(error));
      setSaving(false);
    }
  };
  return (
    <Dialog title={title} closing="cross" onClose={onClose}>
      <form className="cad-view-name" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>Name of the view</label>
        <input
          id={id}
          className="cad-input"
          maxLength={longestName}
          value={text}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) => setText(event.target.value)}
        />
        {fault === null ? null : (
          <p id={`${id}-fault`} className="cad-field-problem" role="alert">
            {fault}
          </p>
        )}
        <div className="cad-dialog-buttons">
          <button type="button" className="cad-button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="cad-button cad-primary" disabled={saving}>
            {saving ? 'Saving …' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
