import type { WidgetProps } from '#src/render/widget-props.ts';
import { ParsedInput, type TextForm } from '../parsed-input.tsx';

const secret: TextForm<string> = {
  parse: (text) => ({ value: text === '' ? null : text }),
  show: (value) => value,
};

export function PasswordWidget(props: WidgetProps) {
  const { value, options } = props;
  return (
    <ParsedInput<string>
      {...props}
      type="password"
      value={typeof value === 'string' ? value : null}
      form={secret}
      autoComplete={typeof options.autoComplete === 'string' ? options.autoComplete : 'current-password'}
    />
  );
}
