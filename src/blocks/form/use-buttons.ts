// Whether the buttons of a form may be pressed: their conditions read its values, and `form.dirty`.
import { useStore } from 'zustand';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedForm } from './definition.ts';
import type { FormStore } from './form-store.ts';

export interface ButtonsEnabled {
  readonly submit: boolean;
  readonly cancel: boolean;
}

export function useButtons(
  { submit, cancel }: LinkedForm,
  store: FormStore,
  evaluate: BlockProps['evaluate'],
): ButtonsEnabled {
  const enabled = (button: LinkedForm['submit']): boolean =>
    !button?.enabledWhen ||
    evaluate(button.enabledWhen, { form: { ...store.getState().values, dirty: store.isDirty() } }) === true;
  return {
    submit: useStore(store, () => enabled(submit)),
    cancel: useStore(store, () => enabled(cancel)),
  };
}
