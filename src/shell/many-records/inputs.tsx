import { useId, useState } from 'react';
import type { ManyInput } from '#src/render/many-records.ts';
import { WidgetPart } from '#src/render/parts.tsx';

export type Values = { readonly [id: string]: unknown };

/** An input with its label; in a change of fields it stands open once its field is ticked. */
export function Input({
  input,
  ticking,
  values,
  onValues,
  onProblem,
}: {
  readonly input: ManyInput;
  readonly ticking: boolean;
  readonly values: Values;
  readonly onValues: (values: Values) => void;
  readonly onProblem: (id: string, problem: string | undefined) => void;
}) {
  const id = useId();
  const [problem, setProblem] = useState<string | undefined>();
  const ticked = Object.hasOwn(values, input.id);
  const boolean = input.widget.type === 'checkbox';
  const set = (value: unknown) => onValues({ ...values, [input.id]: value });
  const tell = (fault: string | undefined) => {
    setProblem(fault);
    onProblem(input.id, fault);
  };
  const tick = (on: boolean) => {
    tell(undefined);
    const { [input.id]: _, ...others } = values;
    onValues(on ? { ...others, [input.id]: boolean ? true : null } : others);
  };
  const described = [input.help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(
    (part) => part !== '',
  );
  return (
    <div className="cad-many-input" data-input={input.id}>
      {ticking ? (
        <label className="cad-many-tick">
          <input type="checkbox" checked={ticked} onChange={(event) => tick(event.target.checked)} />
          {input.title}
        </label>
      ) : (
        <label htmlFor={id} id={`${id}-label`}>
          {input.title}
          {input.required ? <span aria-hidden="true"> *</span> : null}
        </label>
      )}
      {ticking && ticked && !boolean ? (
        <label htmlFor={id} id={`${id}-label`} className="cad-visually-hidden">
          New value of {input.title}
        </label>
      ) : null}
      {ticking && !ticked ? null : ticking && boolean ? (
        <YesNo label={input.title} value={values[input.id] === true} onChange={set} />
      ) : (
        <WidgetPart
          type={input.widget.type}
          id={id}
          name={input.id}
          label={ticking ? `New value of ${input.title}` : input.title}
          value={values[input.id]}
          onChange={(value, fault) => {
            tell(fault);
            if (fault === undefined) set(value);
          }}
          disabled={false}
          readOnly={false}
          required={input.required && !ticking}
          invalid={problem !== undefined}
          describedBy={described.length > 0 ? described.join(' ') : undefined}
          options={input.widget.options}
          codes={input.codes}
          many={input.many}
        />
      )}
      {input.help ? (
        <span id={`${id}-help`} className="cad-note">
          {input.help}
        </span>
      ) : null}
      {problem ? (
        <span id={`${id}-problem`} className="cad-field-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  );
}

/** A box to tick beside the tick that the field is to change would be two meanings of one sign. */
function YesNo({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  const name = useId();
  return (
    <fieldset className="cad-many-yes-no">
      <legend className="cad-visually-hidden">New value of {label}</legend>
      {[true, false].map((one) => (
        <label key={String(one)}>
          <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
          {one ? 'Yes' : 'No'}
        </label>
      ))}
    </fieldset>
  );
}
