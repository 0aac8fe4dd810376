import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { CodeRow } from '#src/core/linked.ts';
import type { FormState } from './form-state.ts';
import type { FormStore } from './form-store.ts';

export interface FormPlace {
  readonly store: FormStore;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  /** Ids of inputs begin with this, so that two forms on a page do not share one. */
  readonly prefix: string;
  readonly readOnly: boolean;
}

const FormContext = createContext<FormPlace | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): FormPlace {
  const place = useContext(FormContext);
  if (!place) throw new Error('A field stands outside of its form.');
  return place;
}

export function useFormState<T>(select: (state: FormState) => T): T {
  return useStore(useForm().store, select);
}

export function inputId(prefix: string, place: string): string {
  return `${prefix}-${place}`;
}
