import { useState } from 'react';
import { useToday } from '#src/render/today.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { dateForm } from '../date-form.ts';
import { datePresets, presetOf } from '../date-presets.ts';
import { DayInput } from '../day-input.tsx';
import { RangeInput, type RangeRule, rangeOf } from '../range-input.tsx';

export const dateRule: RangeRule<string> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  minProblem: 'The first date must not be after the last',
  maxProblem: 'The last date must not be before the first',
};

export function DateRangeWidget(props: WidgetProps) {
  const presets =
    props.options.presets === false ? undefined : (
      <Presets {...props} chosen={(days) => props.onChange(days)} />
    );
  return <RangeInput<string> {...props} form={dateForm} rule={dateRule} as={DayInput} before={presets} />;
}

function Presets({
  id,
  name,
  label,
  value,
  disabled,
  readOnly,
  chosen,
}: WidgetProps & { readonly chosen: (days: readonly [string, string]) => void }) {
  const today = useToday();
  // Somebody who wants to change a preset's days keeps them to begin with.
  const [custom, setCustom] = useState(false);
  const [from, to] = rangeOf<string>(value);
  return (
    <select
      className="cad-input cad-range-preset"
      name={`${name}-preset`}
      aria-label={`${label} preset`}
      value={custom ? 0 : presetOf(from, to, today)}
      disabled={disabled || readOnly}
      onChange={(event) => {
        const days = datePresets[Number(event.target.value)]?.range(today) ?? null;
        setCustom(days === null);
        if (days) chosen(days);
        else document.getElementById(id)?.focus();
      }}
    >
      {datePresets.map((preset, index) => (
        <option key={preset.label} value={index}>
          {preset.label}
        </option>
      ))}
    </select>
  );
}
