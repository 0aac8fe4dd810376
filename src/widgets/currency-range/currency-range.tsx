import type { WidgetProps } from '#src/render/widget-props.ts';
import { moneyForm } from '../money.ts';
import { numberRule, RangeInput } from '../range-input.tsx';

export function CurrencyRangeWidget(props: WidgetProps) {
  return <RangeInput<number> {...props} form={moneyForm} rule={numberRule} />;
}
