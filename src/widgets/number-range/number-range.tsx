import { useMemo } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { numberForm, ruleOf } from '../number-form.ts';
import { numberRule, RangeInput } from '../range-input.tsx';

export function NumberRangeWidget(props: WidgetProps) {
  const { options } = props;
  const form = useMemo(() => numberForm(ruleOf(options, 6)), [options]);
  return <RangeInput<number> {...props} form={form} rule={numberRule} />;
}
