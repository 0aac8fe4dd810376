import { useStore } from 'zustand';
import { changedFields, discard } from './changes.ts';
import { ChangesList } from './changes-list.tsx';
import { focusSoon } from './focus-soon.ts';
import { FormButtons } from './form-buttons.tsx';
import { useForm, useFormState } from './form-context.ts';

/** The buttons of a form; over a record also how much is unsaved, and the way to give it up. */
export function SaveBar({
  submit,
  cancel,
  enabled,
  notice,
  onGiveUp,
  onCancel,
}: {
  readonly submit: string;
  readonly cancel: string | null;
  readonly enabled: { readonly submit: boolean; readonly cancel: boolean };
  readonly notice: string | null;
  /** What was typed is given up. */
  readonly onGiveUp: () => void;
  readonly onCancel: () => void;
}) {
  const { store, prefix } = useForm();
  const saving = useFormState((state) => state.saving);
  const dirty = useStore(store, () => store.isDirty());
  const counted = useStore(store, (state) => store.form.record && changedFields(store, state).length > 0);
  const save = `${prefix}-save`;
  return (
    <FormButtons
      id={save}
      submit={submit}
      cancel={cancel}
      enabled={enabled}
      saving={saving}
      status={notice ?? (dirty && !counted && !saving ? 'Unsaved changes' : '')}
      changes={counted ? <ChangesList /> : null}
      onCancel={onCancel}
      onDiscard={
        counted && cancel === null
          ? () => {
              discard(store);
              onGiveUp();
              // The button is gone with what it gave up.
              focusSoon(save);
            }
          : null
      }
    />
  );
}
