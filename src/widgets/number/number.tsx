import { useMemo } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { numberForm, ruleOf } from '../number-form.ts';
import { ParsedInput } from '../parsed-input.tsx';

export function NumberWidget(props: WidgetProps) {
  const { value, options } = props;
  const form = useMemo(() => numberForm(ruleOf(options, 6)), [options]);
  return <ParsedInput<number> {...props} value={typeof value === 'number' ? value : null} form={form} />;
}
