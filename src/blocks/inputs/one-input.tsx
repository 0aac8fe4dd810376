import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { WidgetPart } from '#src/render/parts.tsx';

interface OneInputProps {
  readonly name: string;
  readonly label: string;
  readonly value: number | null;
  readonly options: { readonly [key: string]: number };
  /** Said once it was emptied; null where it may be empty. */
  readonly needed: string | null;
  readonly hidden?: boolean;
  /** A number, or null where it was emptied and may be. What is no value is told here and goes no further. */
  readonly onValue: (value: number | null) => void;
  /** True where what is typed is no value; false once it is gone, replaced by a value from elsewhere, or the input is. */
  readonly onProblem: (is: boolean) => void;
}

/** A number that answers while it is typed; what is none is told beside it. */
export function OneInput(props: OneInputProps): ReactNode {
  const { name, label, value, options, needed, hidden = false, onValue, onProblem } = props;
  const id = useId();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [before, setBefore] = useState(value);
  // A value from elsewhere stands in place of what was none.
  if (before !== value) {
    setBefore(value);
    setProblem(undefined);
  }
  // A problem goes in many ways: typed right, replaced by a step, gone with its input. Buttons wait until it does.
  const tell = useRef(onProblem);
  tell.current = onProblem;
  const is = problem !== undefined;
  useEffect(() => {
    if (!is) return;
    tell.current(true);
    return () => tell.current(false);
  }, [is]);
  const take = (given: unknown, fault?: string) => {
    const empty = given === null || given === undefined || given === '';
    const said = fault ?? (empty && needed !== null ? needed : undefined);
    setProblem(said);
    if (said === undefined) onValue(empty ? null : Number(given));
  };
  return (
    <div className="cad-inputs-one">
      <label htmlFor={id} id={`${id}-label`} className={hidden ? 'cad-visually-hidden' : undefined}>
        {label}
      </label>
      <WidgetPart
        type="number"
        id={id}
        name={name}
        label={label}
        value={value}
        onChange={take}
        disabled={false}
        readOnly={false}
        required={false}
        invalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : `${id}-problem`}
        options={options}
        codes={null}
        many={false}
        autoFocus={false}
      />
      {problem === undefined ? null : (
        <span id={`${id}-problem`} className="cad-inputs-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
