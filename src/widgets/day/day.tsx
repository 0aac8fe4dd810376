import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';
import { days, twoDigits } from '../fixed-codes.ts';

export function DayWidget(props: WidgetProps) {
  const { value } = props;
  return (
    <Combobox
      {...props}
      value={Array.isArray(value) ? value.map(twoDigits) : twoDigits(value)}
      rows={props.codes ?? days}
    />
  );
}
