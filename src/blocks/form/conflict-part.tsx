import type { BlockProps, Failure } from '#src/render/block-props.ts';
import { type ConflictChoice, ConflictDialog, type ConflictWords } from './conflict-dialog.tsx';
import { conflictFields, currentOf, keptOf } from './conflict-fields.ts';
import type { FormStore } from './form-store.ts';

/** What was refused because somebody else was first, and how it goes on. */
export interface Conflict {
  readonly failure: Failure;
  readonly words: ConflictWords;
  /** Does it again, over the newer version where the person wants that. */
  readonly again: (force: boolean) => void;
}

/** Asks what becomes of two changes, and does it. */
export function ConflictPart({
  conflict,
  store,
  codes,
  reread,
  onClose,
  onTaken,
}: {
  readonly conflict: Conflict;
  readonly store: FormStore;
  readonly codes: BlockProps['screen']['codes'];
  /** Reads the record anew; null where it has no source of its own. */
  readonly reread: (() => void) | null;
  readonly onClose: () => void;
  /** What was typed is given up. */
  readonly onTaken: () => void;
}) {
  const { form } = store;
  const current = currentOf(conflict.failure);
  // As it was when it was refused: nothing can be typed under the dialog.
  const fields = current && form.record ? conflictFields(form, store.getState(), current) : null;
  const answer = (choice: ConflictChoice, mine: ReadonlySet<string>) => {
    onClose();
    if (choice === 'force') conflict.again(true);
    if (choice === 'merge' && current && fields) {
      const { kept, rows } = keptOf(form, store.getState(), current, fields, mine);
      store.merge(current, kept, rows);
      conflict.again(false);
    }
    if (choice === 'reload' && reread) reread();
    else if (choice === 'reload' && current) {
      // A row of a list has no source of its own; the refusal brought what is stored.
      store.load(current);
      onTaken();
    }
  };
  return (
    <ConflictDialog
      failure={conflict.failure}
      fields={fields}
      words={conflict.words}
      codes={codes}
      onChoose={answer}
    />
  );
}
