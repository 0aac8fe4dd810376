import { useId, useState } from 'react';
import type { CodeRow } from '#src/core/linked.ts';
import type { Failure } from '#src/render/block-props.ts';
import { Dialog } from '#src/render/dialog.tsx';
import type { ConflictField } from './conflict-fields.ts';
import type { ConflictRow } from './conflict-rows.ts';
import type { FormField } from './definition.ts';
import { ShownValue } from './shown-value.tsx';
import { isEmpty, type Line } from './values.ts';

export interface ConflictWords {
  readonly force: string;
  readonly merge: string;
}

export type ConflictChoice = 'keep' | 'reload' | 'force' | 'merge';

/** Somebody else saved first: their state, mine over theirs, field by field, or back with everything typed. */
export function ConflictDialog({
  failure,
  fields,
  words,
  codes,
  onChoose,
}: {
  readonly failure: Failure;
  /** What the buttons say that go on with what was refused. */
  readonly words: ConflictWords;
  /** What differs; null when the refusal does not tell what is stored now. */
  readonly fields: readonly ConflictField[] | null;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  /** `mine`: fields of the conflict whose values here shall stay. */
  readonly onChoose: (choice: ConflictChoice, mine: ReadonlySet<string>) => void;
}) {
  const id = useId();
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(fields?.filter(({ changedHere }) => changedHere).map(({ place }) => place)),
  );
  const choose = (choice: ConflictChoice) => onChoose(choice, mine);
  const take = (place: string, own: boolean) =>
    setMine((before) => {
      const next = new Set(before);
      if (own) next.add(place);
      else next.delete(place);
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
          {fields.map(({ place, field, mine: here, theirs, row, changedHere }) => (
            <fieldset key={place} className="cad-conflict-field">
              <legend>{row ? `${field.title}: ${nameOfRow(field, row)}` : field.title}</legend>
              {[true, false].map((own) => (
                <label key={String(own)}>
                  <input
                    type="radio"
                    name={`${id}-${place}`}
                    checked={mine.has(place) === own}
                    onChange={() => take(place, own)}
                  />
                  <span>
                    <span className="cad-conflict-whose">
                      {own ? (changedHere ? 'Mine' : 'As it was') : 'Theirs'}:
                    </span>{' '}
                    {row ? (
                      <ShownRow field={field} line={own ? row.mine : row.theirs} codes={codes} />
                    ) : (
                      <ShownValue field={field} values={own ? here : theirs} codes={codes} />
                    )}
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
          {words.force}
        </button>
        {fields === null ? null : (
          <button type="button" className="cad-button cad-primary" onClick={() => choose('merge')}>
            {words.merge}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** What a row is called: its first words, as they were or are. */
function nameOfRow({ lines }: FormField, { before, mine, theirs }: ConflictRow): string {
  const line = before ?? theirs ?? mine ?? {};
  const name = lines?.fields.map(({ id }) => line[id]).find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : `row ${String(line.id ?? '')}`;
}

/** A row inside the record as a person reads it. */
function ShownRow({
  field,
  line,
  codes,
}: {
  readonly field: FormField;
  readonly line: Line | null;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
}) {
  if (line === null) return 'not there';
  const cells = (field.lines?.fields ?? []).filter(({ id }) => !isEmpty(line[id]));
  return cells.map((cell, i) => (
    <span key={cell.id}>
      {i > 0 ? ', ' : ''}
      {cell.title}: <ShownValue field={cell} values={line} codes={codes} />
    </span>
  ));
}
