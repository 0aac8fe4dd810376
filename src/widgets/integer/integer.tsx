import { useMemo } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { numberForm, ruleOf } from '../number-form.ts';
import { ParsedInput } from '../parsed-input.tsx';

export function IntegerWidget(props: WidgetProps) {
  const { value, options } = props;
  const form = useMemo(
    () => numberForm({ ...ruleOf(options, 0), decimals: 0 }, options.grouped !== false),
    [options],
  );
  return <ParsedInput<number> {...props} value={typeof value === 'number' ? value : null} form={form} />;
}
