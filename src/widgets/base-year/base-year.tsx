import { useMemo } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { ParsedInput, type TextForm } from '../parsed-input.tsx';

/** The year of a base date `yyyy-07-01`, or of a year. */
export function yearOf(value: unknown): number | null {
  const year = typeof value === 'string' ? Number(value.slice(0, 4)) : value;
  return typeof year === 'number' && Number.isInteger(year) ? year : null;
}

export function yearForm(first: number, last: number): TextForm<number> {
  const problem = `Type a year from ${first} to ${last}.`;
  return {
    parse: (text) => {
      if (text.trim() === '') return { value: null };
      const year = /^\d{4}$/.test(text.trim()) ? Number(text) : 0;
      return year >= first && year <= last ? { value: year } : { problem };
    },
    show: String,
    inputMode: 'numeric',
    placeholder: 'yyyy',
    step: (year, key) => {
      const next = key === 'ArrowUp' ? year + 1 : key === 'ArrowDown' ? year - 1 : null;
      return next !== null && next >= first && next <= last ? next : null;
    },
  };
}

/** Answers in the form it was given: a base date for a base date, else the year's number. */
export function BaseYearWidget({ onChange, ...props }: WidgetProps) {
  const { value, options } = props;
  const dated = typeof value === 'string' && value.length === 10;
  const first = typeof options.min === 'number' ? options.min : 1900;
  const last = typeof options.max === 'number' ? options.max : 2100;
  const form = useMemo(() => yearForm(first, last), [first, last]);
  return (
    <ParsedInput<number>
      {...props}
      value={yearOf(value)}
      form={form}
      onChange={(year, problem) => {
        if (problem !== undefined) onChange(null, problem);
        else onChange(year !== null && dated ? `${year}-07-01` : year);
      }}
    />
  );
}
