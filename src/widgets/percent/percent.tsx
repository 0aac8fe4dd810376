import { useMemo } from 'react';
import { editPercent, parsePercent } from '#src/core/parse/percent.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { ruleOf } from '../number-form.ts';
import { ParsedInput, type TextForm } from '../parsed-input.tsx';

export function PercentWidget(props: WidgetProps) {
  const { value, options } = props;
  const form = useMemo((): TextForm<number> => {
    const rule = ruleOf(options, 4);
    return {
      parse: (text) => (text.trim() === '' ? { value: null } : parsePercent(text, rule)),
      show: (share) => `${editPercent(share, rule.decimals).replace('-', '−')} %`,
      edit: (share) => editPercent(share, rule.decimals),
      numeric: true,
      inputMode: 'decimal',
    };
  }, [options]);
  return <ParsedInput<number> {...props} value={typeof value === 'number' ? value : null} form={form} />;
}
