import type { Area } from '#src/core/parse/area.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { areaForm, areaOf } from '../area.ts';
import { ParsedInput } from '../parsed-input.tsx';

export function AreaWidget({ onChange, ...props }: WidgetProps) {
  const { value, options } = props;
  return (
    <ParsedInput<Area>
      {...props}
      value={areaOf(value)}
      form={areaForm}
      // Without its flag a value comes back in square metres, whatever it was typed in.
      {...(options.withUnit === true ? {} : { same: (a: Area, b: Area) => a.m2 === b.m2 })}
      onChange={(area, problem) => {
        const next = area && options.withUnit !== true ? area.m2 : area;
        if (problem === undefined) onChange(next);
        else onChange(next, problem);
      }}
    />
  );
}
