import type { Area } from '#src/core/parse/area.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { areaForm, areaOf } from '../area.ts';
import { numberRule, RangeInput, type RangeRule, rangeOf } from '../range-input.tsx';

const areaRule: RangeRule<Area> = { ...numberRule, compare: (a, b) => numberRule.compare(a.m2, b.m2) };

/** The value is a pair of square metres; while typed, each end keeps the unit it was typed in. */
export function AreaRangeWidget({ onChange, ...props }: WidgetProps) {
  const range =
    props.value === null || props.value === undefined ? null : rangeOf<unknown>(props.value).map(areaOf);
  const squareMetres = (value: unknown) =>
    value === null ? null : rangeOf<Area>(value).map((area) => area?.m2 ?? null);
  return (
    <RangeInput<Area>
      {...props}
      value={range}
      form={areaForm}
      rule={areaRule}
      same={(a, b) => a.m2 === b.m2}
      onChange={(value, problem) => {
        if (problem === undefined) onChange(squareMetres(value));
        else onChange(squareMetres(value), problem);
      }}
    />
  );
}
