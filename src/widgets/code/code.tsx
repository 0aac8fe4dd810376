import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';

export function CodeWidget(props: WidgetProps) {
  return <Combobox {...props} rows={props.codes ?? []} showCodes={props.options.showCodes === true} />;
}
