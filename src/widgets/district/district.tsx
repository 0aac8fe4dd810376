import { useReferenceList } from '#src/render/reference.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';

export function DistrictWidget(props: WidgetProps) {
  const { options } = props;
  const list = useReferenceList(typeof options.list === 'string' ? options.list : null);
  const rows = props.codes ? [...props.codes, ...list.rows] : list.rows;
  return <Combobox {...props} rows={rows} loading={list.loading} showCodes={options.showCodes !== false} />;
}
