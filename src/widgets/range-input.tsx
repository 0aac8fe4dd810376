import { type ComponentType, type ReactNode, useState } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import {
  type Parsed,
  ParsedInput,
  type ParsedInputProps,
  sameValue,
  type TextForm,
} from './parsed-input.tsx';
import './widgets.css';

/** Both ends of a range; null is open. */
export type Range<V> = readonly [V | null, V | null];

export interface RangeRule<V> {
  readonly compare: (a: V, b: V) => number;
  /** Said when the range was last changed at its lower end. */
  readonly minProblem: string;
  readonly maxProblem: string;
}

export const numberRule: RangeRule<number> = {
  compare: (a, b) => a - b,
  minProblem: 'Min value must be <= max value',
  maxProblem: 'Max value must be >= min value',
};

type End = 'min' | 'max';
type Problems = { readonly [end in End]: string | null };

export function rangeOf<V>(value: unknown): Range<V> {
  return Array.isArray(value) && value.length === 2 ? [value[0] ?? null, value[1] ?? null] : [null, null];
}

/** The problem of a range, seen from the end that was changed; null when it is in order. */
export function rangeProblem<V>([min, max]: Range<V>, rule: RangeRule<V>, changed: End): string | null {
  if (min === null || max === null || rule.compare(min, max) <= 0) return null;
  return changed === 'min' ? rule.minProblem : rule.maxProblem;
}

interface Held<V> {
  readonly range: Range<V>;
  readonly problems: Problems;
}

const noProblems: Problems = { min: null, max: null };

/** Two inputs, from and to; the value is a pair, null when both are empty. */
export function RangeInput<V>({
  form,
  rule,
  same = sameValue,
  as: Input = ParsedInput,
  before,
  ...props
}: WidgetProps & {
  readonly form: TextForm<V>;
  readonly rule: RangeRule<V>;
  /** True when two ends are the same value, however they are written. */
  readonly same?: (a: V, b: V) => boolean;
  /** What an end is typed into. */
  readonly as?: ComponentType<ParsedInputProps<V>>;
  /** Stands before the two ends, in a row of its own. */
  readonly before?: ReactNode;
}) {
  const sameRange = (a: Range<V>, b: Range<V>) => sameEnd(a[0], b[0], same) && sameEnd(a[1], b[1], same);
  const outer = rangeOf<V>(props.value);
  // What each end holds by itself: a pair in the wrong order, or beside a text that is no value, is kept here.
  const [held, setHeld] = useState<Held<V>>({ range: outer, problems: noProblems });
  const [seen, setSeen] = useState(outer);
  if (!sameRange(outer, seen)) {
    setSeen(outer);
    if (!sameRange(outer, held.range)) setHeld({ range: outer, problems: noProblems });
  }

  const change = (end: End, parsed: Parsed<V>) => {
    const wrong = 'problem' in parsed ? parsed.problem : null;
    const value = 'problem' in parsed ? null : parsed.value;
    const range: Range<V> = end === 'min' ? [value, held.range[1]] : [held.range[0], value];
    const problems = { ...held.problems, [end]: wrong };
    setHeld({ range, problems });
    const problem = problems.min ?? problems.max ?? rangeProblem(range, rule, end);
    const empty = range[0] === null && range[1] === null;
    if (problem) props.onChange(empty ? null : range, problem);
    else props.onChange(empty ? null : range);
  };

  const input = (end: End) => (
    <Input
      {...props}
      id={end === 'min' ? props.id : `${props.id}-to`}
      name={`${props.name}-${end}`}
      ariaLabel={`${props.label} ${end === 'min' ? 'from' : 'to'}`}
      value={held.range[end === 'min' ? 0 : 1]}
      form={form}
      autoFocus={end === 'min' && (props.autoFocus ?? false)}
      required={false}
      onChange={(value, problem) => change(end, problem === undefined ? { value } : { problem })}
    />
  );
  return (
    <fieldset className="cad-range" aria-label={props.label}>
      {before}
      {input('min')}
      <span className="cad-range-to" aria-hidden="true">
        to
      </span>
      {input('max')}
    </fieldset>
  );
}

function sameEnd<V>(a: V | null, b: V | null, same: (a: V, b: V) => boolean): boolean {
  return a === null || b === null ? a === b : same(a, b);
}
