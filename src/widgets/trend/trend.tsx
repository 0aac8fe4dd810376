import { useMemo } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';
import { numbered, trends } from '../fixed-codes.ts';

export function TrendWidget(props: WidgetProps) {
  const { codes } = props;
  const rows = useMemo(() => (codes ? numbered(codes) : trends), [codes]);
  return <Combobox {...props} rows={rows} />;
}
