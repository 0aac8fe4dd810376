import { useId, useState } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';
import type { Failure } from '#src/render/block-props.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { useReferenceList } from '#src/render/reference.ts';
import type { ConflictField } from './conflict-fields.ts';
import type { FormField } from './definition.ts';
import { linesIn, type Values } from './values.ts';

export type ConflictChoice = 'keep' | 'reload' | 'force' | 'merge';

/** Somebody else saved first: their state, mine over theirs, field by field, or back with everything typed. */
export function ConflictDialog({
  failure,
  fields,
  codes,
  onChoose,
}: {
  readonly failure: Failure;
  /** What differs; null when the refusal does not tell what is stored now. */
  readonly fields: readonly ConflictField[] | null;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  /** `mine`: fields of the conflict whose values here shall stay. */
  readonly onChoose: (choice: ConflictChoice, mine: ReadonlySet<string>) => void;
}) {
  const id = useId();
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(fields?.filter(({ changedHere }) => changedHere).map(({ field }) => field.id)),
  );
  const choose = (choice: ConflictChoice) => onChoose(choice, mine);
  const take = (field: string, own: boolean) =>
    setMine((before) => {
      const next = new Set(before);
      if (own) next.add(field);
      else next.delete(field);
      return next;
    });
  return (
    <Dialog
      title="Somebody else has changed this"
      closing="own"
      className="cad-conflict"
      describedBy={`${id}-text`}
      onClose={() => choose('keep')}
    >
      <p id={`${id}-text`}>{failure.message}</p>
      {fields === null ? null : fields.length === 0 ? (
        <p>What they changed does not touch what you changed.</p>
      ) : (
        <div className="cad-conflict-fields">
          {fields.map(({ field, mine: here, theirs, changedHere }) => (
            <fieldset key={field.id} className="cad-conflict-field">
              <legend>{field.title}</legend>
              {[true, false].map((own) => (
                <label key={String(own)}>
                  <input
                    type="radio"
                    name={`${id}-${field.id}`}
                    checked={mine.has(field.id) === own}
                    onChange={() => take(field.id, own)}
                  />
                  <span>
                    <span className="cad-conflict-whose">
                      {own ? (changedHere ? 'Mine' : 'As it was') : 'Theirs'}:
                    </span>{' '}
                    <Shown field={field} values={own ? here : theirs} codes={codes} />
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => choose('keep')}>
          Keep editing
        </button>
        <button type="button" className="cad-button" onClick={() => choose('reload')}>
          Reload
        </button>
        <button type="button" className="cad-button cad-danger" onClick={() => choose('force')}>
          Force save
        </button>
        {fields === null ? null : (
          <button type="button" className="cad-button cad-primary" onClick={() => choose('merge')}>
            Merge and save
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** A value as a person reads it. */
function Shown({
  field,
  values,
  codes,
}: {
  readonly field: FormField;
  readonly values: Values;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
}) {
  const { list } = field.widget.options;
  const { rows } = useReferenceList(field.codes === null && typeof list === 'string' ? list : null);
  const value = values[field.id];
  if (field.lines) {
    const { length } = linesIn(value);
    return `${length} ${length === 1 ? 'line' : 'lines'}`;
  }
  const known = field.codes ? (codes[field.codes] ?? []) : rows;
  return formatValue(field.format, value, {
    codes: known.length > 0 ? known : null,
    unitFlag: field.unitField && values[field.unitField] === 'H' ? 'H' : 'M',
  });
}
