// Which sections of a record are edited: it is read first, and a section opens for who asks for it.
import { type RefObject, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { changedFields } from './changes.ts';
import type { LinkedForm } from './definition.ts';
import { focusSoon } from './focus-soon.ts';
import { inputId } from './form-context.ts';
import type { FormStore } from './form-store.ts';

export interface SectionMode {
  readonly reading: boolean;
  /** Opens it; null where nobody may, or where it is open. */
  readonly edit: (() => void) | null;
  /** Closes it; null while something in it is unsaved. */
  readonly stop: (() => void) | null;
}

export interface ViewModes {
  readonly of: (section: string) => SectionMode;
  /** Something is edited or unsaved, so that there is something to save. */
  readonly editing: boolean;
  readonly open: (sections: readonly string[]) => void;
}

const always: SectionMode = { reading: false, edit: null, stop: null };

export function useView(
  block: LinkedForm,
  store: FormStore,
  readOnly: boolean,
  { root, prefix }: { readonly root: RefObject<HTMLFormElement | null>; readonly prefix: string },
): ViewModes {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const viewFirst = block.record && block.viewFirst === true;
  const changed = useStore(store, (state) =>
    viewFirst ? [...new Set(changedFields(store, state).map(({ id }) => store.sectionOf(id)))].join() : '',
  );
  const unsaved = new Set(changed.split(',').filter((id) => id !== ''));
  const open = useCallback(
    (sections: readonly string[]) => setOpened((before) => new Set([...before, ...sections])),
    [],
  );
  const edit = (id: string) => {
    open([id]);
    const fields = block.sections.find((section) => section.id === id)?.fields ?? [];
    const first = fields.find((field) => !field.readOnly) ?? fields[0];
    const from = document.activeElement;
    if (first) requestAnimationFrame(() => focusSoon(inputId(prefix, first.id), from));
  };
  const stop = (id: string) => {
    setOpened((before) => new Set([...before].filter((other) => other !== id)));
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-edits="${id}"]`)?.focus());
  };
  const may = !readOnly && block.submit !== null;
  return {
    of: (id) => {
      if (!viewFirst) return always;
      const reading = !may || !(opened.has(id) || unsaved.has(id));
      return {
        reading,
        edit: reading && may ? () => edit(id) : null,
        stop: reading || unsaved.has(id) ? null : () => stop(id),
      };
    },
    editing: !viewFirst || opened.size > 0 || unsaved.size > 0,
    open,
  };
}
