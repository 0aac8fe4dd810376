import { useReferenceList } from '#src/render/reference.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { mostOf, TickList } from '../tick-list.tsx';

/** Rows given by the field win; else the server's list by the name in the options. */
export function TicksWidget(props: WidgetProps) {
  const { options, codes } = props;
  const list = useReferenceList(codes === null && typeof options.list === 'string' ? options.list : null);
  return (
    <TickList
      {...props}
      rows={codes ?? list.rows}
      loading={list.loading}
      showCodes={options.showCodes === true}
      most={mostOf(options)}
    />
  );
}
