import { addDays, addMonths, showDay } from '#src/core/dates.ts';
import { invalidDate } from '#src/core/day-forms.ts';
import { parseDay } from '#src/core/parse/day.ts';
import type { TextForm } from './parsed-input.tsx';

const steps: { readonly [key: string]: (day: string) => string | null } = {
  ArrowUp: (day) => addDays(day, 1),
  ArrowDown: (day) => addDays(day, -1),
  PageUp: (day) => addMonths(day, 1),
  PageDown: (day) => addMonths(day, -1),
};

export const dateForm: TextForm<string> = {
  parse: (text) => {
    if (text.trim() === '') return { value: null };
    const day = parseDay(text);
    return day ? { value: day } : { problem: invalidDate };
  },
  show: showDay,
  placeholder: 'dd-mmm-yyyy',
  step: (day, key) => steps[key]?.(day) ?? null,
};
