import type { WidgetProps } from '#src/render/widget-props.ts';
import { dateForm } from '../date-form.ts';
import { DayInput } from '../day-input.tsx';

export function DateWidget(props: WidgetProps) {
  const { value } = props;
  return (
    <DayInput {...props} value={typeof value === 'string' ? value.slice(0, 10) : null} form={dateForm} />
  );
}
