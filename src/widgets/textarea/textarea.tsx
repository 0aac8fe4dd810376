import type { WidgetProps } from '#src/render/widget-props.ts';
import '../widgets.css';

export function TextareaWidget({ value, options, onChange, onBlur, ...props }: WidgetProps) {
  return (
    <textarea
      id={props.id}
      name={props.name}
      className="cad-input"
      rows={typeof options.rows === 'number' ? options.rows : 5}
      value={value === null || value === undefined ? '' : String(value)}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      required={props.required}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      // biome-ignore lint/a11y/noAutofocus: the definition's first field of a dialog asks for it
      autoFocus={props.autoFocus ?? false}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
    />
  );
}
