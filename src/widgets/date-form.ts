import { addDays, addMonths, showDay } from '#src/core/dates.ts';
import { invalidDate } from '#src/core/day-forms.ts';
import { parseDay } from '#src/core/parse/day.ts';
import type { KeyHelp } from '#src/render/keys.ts';
import type { TextForm } from './parsed-input.tsx';

export const dayKeys: readonly KeyHelp[] = [
  { keys: ['ArrowUp', 'ArrowDown'], text: 'In a date, a day later or earlier' },
  { keys: ['PageUp', 'PageDown'], text: 'In a date, a month later or earlier' },
];

export const calendarKey: KeyHelp = { keys: ['Alt+ArrowDown'], text: 'In a date, open the calendar' };

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
