import { useEffect, useRef } from 'react';
import { WidgetPart } from '#src/render/parts.tsx';
import { afterPress } from './after-press.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { noteAt, type Slot } from './form-state.ts';
import { codesUnder } from './offered-codes.ts';
import { isEmpty, toInput } from './values.ts';

/** The input of a field where it is drawn: its widget with everything the form knows. */
export function FieldInput({
  slot,
  label,
  onChange,
}: {
  readonly slot: Slot;
  /** Names the input where its field's title alone would not, e.g. in a line. */
  readonly label?: string;
  readonly onChange: (input: unknown, problem?: string) => void;
}) {
  const { field, place, read } = slot;
  const { store, codes, prefix, readOnly } = useForm();
  const id = inputId(prefix, place);
  const value = useFormState((state) => read(state, field.id));
  const unit = useFormState((state) => (field.unitField ? read(state, field.unitField) : null));
  const enabled = useFormState((state) => state.flags[place]?.enabled ?? true);
  const required = useFormState((state) => state.flags[place]?.required ?? field.required);
  const level = useFormState((state) => noteAt(state, slot)?.level ?? null);
  const round = useFormState((state) => state.rounds[place]);
  const under = useFormState((state) => (field.under === undefined ? null : read(state, field.under)));
  const rows = field.codes ? (codes[field.codes] ?? []) : null;
  const offered = rows && codesUnder(rows, under);
  const above = field.under === undefined ? undefined : store.field(field.under);
  // An empty list would not say what it waits for.
  const hint =
    above && isEmpty(under) && offered?.length === 0
      ? `Choose ${above.title.toLowerCase()} first`
      : field.placeholder;
  const parent = useRef(under);
  useEffect(() => {
    if (parent.current === under) return;
    parent.current = under;
    // A code of another parent would be refused: it goes with the parent that it stood under.
    if (!isEmpty(value) && offered?.every(({ code }) => code !== String(value))) onChange(null);
  }, [under, value, offered, onChange]);
  const inLine = place !== field.id;
  const describedBy = [field.help && !inLine ? `${id}-help` : null, level ? `${id}-note` : null].filter(
    (part) => part !== null,
  );
  return (
    <WidgetPart
      key={round}
      type={field.widget.type}
      id={id}
      name={place}
      label={label ?? field.title}
      value={toInput(
        field,
        field.unitField ? { [field.id]: value, [field.unitField]: unit } : { [field.id]: value },
      )}
      onChange={onChange}
      onBlur={() => afterPress(() => store.touch(place))}
      disabled={!enabled}
      readOnly={readOnly || field.readOnly}
      required={required}
      invalid={level === 'error'}
      describedBy={describedBy.length > 0 ? describedBy.join(' ') : undefined}
      options={field.widget.options}
      codes={offered}
      many={field.valueType === 'list'}
      {...(hint ? { placeholder: hint } : {})}
    />
  );
}
