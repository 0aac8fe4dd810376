import type { WidgetProps } from '#src/render/widget-props.ts';
import { ParsedInput, type TextForm } from '../parsed-input.tsx';

const plain: TextForm<string> = {
  parse: (text) => ({ value: text === '' ? null : text }),
  show: (value) => value,
};
const upper: TextForm<string> = {
  ...plain,
  parse: (text) => ({ value: text === '' ? null : text.toUpperCase() }),
};

export function TextWidget(props: WidgetProps) {
  const { value, options } = props;
  const text = value === null || value === undefined ? null : String(value);
  return (
    <ParsedInput<string>
      {...props}
      value={text}
      form={options.upper === true ? upper : plain}
      autoComplete={typeof options.autoComplete === 'string' ? options.autoComplete : 'off'}
      shownAs={options.upper === true ? 'upper' : 'typed'}
    />
  );
}
