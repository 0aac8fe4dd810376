import type { WidgetProps } from '#src/render/widget-props.ts';
import { dateForm } from '../date-form.ts';
import { RangeInput, type RangeRule } from '../range-input.tsx';

export const dateRule: RangeRule<string> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  minProblem: 'The first date must not be after the last',
  maxProblem: 'The last date must not be before the first',
};

export function DateRangeWidget(props: WidgetProps) {
  return <RangeInput<string> {...props} form={dateForm} rule={dateRule} />;
}
