import type { WidgetProps } from '#src/render/widget-props.ts';
import { moneyForm } from '../money.ts';
import { ParsedInput } from '../parsed-input.tsx';

export function CurrencyWidget(props: WidgetProps) {
  const { value } = props;
  return <ParsedInput<number> {...props} value={typeof value === 'number' ? value : null} form={moneyForm} />;
}
