import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';
import '../widgets.css';

const answers = [
  { code: 'true', label: 'Yes' },
  { code: 'false', label: 'No' },
];

export function CheckboxWidget(props: WidgetProps) {
  const { value, options, onChange } = props;
  if (options.neither === true)
    return (
      <Combobox
        {...props}
        many={false}
        rows={answers}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(code) => onChange(code === null ? null : code === 'true')}
      />
    );
  return (
    <span className="cad-checkbox">
      <input
        id={props.id}
        name={props.name}
        type="checkbox"
        checked={value === true}
        // A checkbox has no readonly of its own.
        disabled={props.disabled || props.readOnly}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={props.onBlur}
      />
    </span>
  );
}
