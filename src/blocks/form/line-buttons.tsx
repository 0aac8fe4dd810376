import { Icon } from '#src/render/icon.tsx';
import type { FormField, LineButton } from './definition.ts';
import { useForm, useFormState } from './form-context.ts';

/** A button that the definition gives each line. */
export function OwnLineButton({
  owner,
  lineKey,
  name,
  button,
}: {
  readonly owner: FormField;
  readonly lineKey: number;
  /** Names the line. */
  readonly name: string;
  readonly button: LineButton;
}) {
  const { store } = useForm();
  const { visibleWhen, enabledWhen, label, icon } = button;
  const visible = useFormState(() => !visibleWhen || store.ofLine(owner, lineKey, visibleWhen) === true);
  const enabled = useFormState(() => !enabledWhen || store.ofLine(owner, lineKey, enabledWhen) === true);
  if (!visible) return null;
  return (
    <button
      type="button"
      className="cad-button"
      aria-label={`${label}, ${name}`}
      title={icon ? label : undefined}
      aria-disabled={!enabled}
      onClick={() => {
        if (enabled) store.pressLine(owner, lineKey, button);
      }}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}
