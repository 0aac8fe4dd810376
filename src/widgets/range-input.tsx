import type { WidgetProps } from '#src/render/widget-props.ts';
import { useRef } from 'react';
import { ParsedInput, type Parsed, type TextForm } from './parsed-input.tsx';
import './widgets.css';

/** Both ends of a range; null is open. */
export type Range<V> = readonly [V | null, V | null];

export interface RangeRule<V> {
  readonly compare: (a: V, b: V) => number;
  /** Said when the range was last changed at its lower end. */
  readonly minProblem: string;
  readonly maxProblem: string;
}

export function isRange(value: unknown): value is Range<never> {
  return Array.isArray(value) && value.length === 2;
}

/** The problem of a range, seen from the end that was changed; null when it is in order. */
export function rangeProblem<V>([min, max]: Range<V>, rule: RangeRule<V>, changed: 'min' | 'max'): string | null {
  if (min === null || max === null || rule.compare(min, max) <= 0) return null;
  return changed === 'min' ? rule.minProblem : rule.maxProblem;
}

type End = 'min' | 'max';

/** Two inputs, from and to; the value is a pair, null when both are empty. */
export function RangeInput<V>({
  form,
  rule,
  ...props
}: WidgetProps & { readonly form: TextForm<V>; readonly rule: RangeRule<V> }) {
  const range: Range<V> = isRange(props.value) ? props.value : [null, null];
  const problems = useRef<{ [end in End]: string | null }>({ min: null, max: null });
  // While an end is no value, the pair that was sent is null; the other end must still be remembered.
  const held = useRef<Range<V>>(range);
  if (isRange(props.value)) held.current = range;
  else if (!problems.current.min && !problems.current.max) held.current = [null, null];

  const change = (end: End, parsed: Parsed<V>) => {
    const value = 'problem' in parsed ? null : parsed.value;
    problems.current = { ...problems.current, [end]: 'problem' in parsed ? parsed.problem : null };
    const [min, max] = held.current;
    const next: Range<V> = end === 'min' ? [value, max] : [min, value];
    held.current = next;
    const problem = problems.current.min ?? problems.current.max ?? rangeProblem(next, rule, end);
    if (problem) {
      // A range in the wrong order is kept on screen: both ends are values of their own.
      if (!problems.current.min && !problems.current.max) problems.current = { min: null, max: null };
      props.onChange(next, problem);
    } else props.onChange(next[0] === null && next[1] === null ? null : next);
  };

  const input = (end: End) => (
    <ParsedInput<V>
      {...props}
      id={end === 'min' ? props.id : `${props.id}-to`}
      name={`${props.name}-${end}`}
      value={held.current[end === 'min' ? 0 : 1]}
      form={form}
      autoFocus={end === 'min' && (props.autoFocus ?? false)}
      label={`${props.label} ${end === 'min' ? 'from' : 'to'}`}
      onChange={(value, problem) => change(end, problem === undefined ? { value } : { problem })}
    />
  );
  return (
    <fieldset className="cad-range" aria-label={props.label}>
      {input('min')}
      <label className="cad-range-to" htmlFor={`${props.id}-to`}>
        to
      </label>
      {input('max')}
    </fieldset>
  );
}
