import { useEffect, useRef, useState } from 'react';
import { newPasswordProblem } from '#src/core/password.ts';
import { useStrength } from '#src/render/password/strength.ts';
import { StrengthMeter } from '#src/render/password/strength-meter.tsx';
import type { WidgetProps } from '#src/render/widget-props.ts';
import '../widgets.css';

/** Before the sign-in it is not known whose password it becomes; the server judges that. */
const nobody = { username: '', companyName: '' };

/** A password that is chosen: with the strength of what is typed, and the problem when it must not be one. */
export function NewPasswordWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const given = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(given);
  const [sent, setSent] = useState(given);
  // A value that came from elsewhere, such as an emptied form's, replaces what was typed.
  if (given !== sent) {
    setSent(given);
    setTyped(given);
  }
  const level = useStrength(typed, nobody);
  const take = (text: string, strength: number | null) => {
    const problem = text === '' ? null : newPasswordProblem(text, () => strength);
    setTyped(text);
    setSent(problem === null ? text : '');
    if (problem === null) onChange(text === '' ? null : text);
    else onChange(null, problem);
  };
  const judge = useRef(take);
  judge.current = take;
  // The estimate comes after the text that it is about.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each estimate, not for each letter
  useEffect(() => {
    if (level !== null) judge.current(typed, level);
  }, [level]);
  return (
    <>
      <input
        id={props.id}
        name={props.name}
        type="password"
        className="cad-input"
        value={typed}
        autoComplete="new-password"
        placeholder={props.placeholder}
        disabled={props.disabled}
        readOnly={props.readOnly}
        required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        // biome-ignore lint/a11y/noAutofocus: the definition's first field of a dialog asks for it
        autoFocus={props.autoFocus ?? false}
        onChange={(event) => take(event.target.value, null)}
        onBlur={props.onBlur}
      />
      <StrengthMeter level={level} />
    </>
  );
}
