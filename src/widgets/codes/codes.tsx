import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';

export function CodesWidget(props: WidgetProps) {
  return <Combobox {...props} many rows={props.codes ?? []} showCodes={props.options.showCodes === true} />;
}
