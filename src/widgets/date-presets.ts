import { addDays, addMonths, partsOf } from '#src/core/dates.ts';

export type DayRange = readonly [from: string, to: string];

interface Preset {
  readonly label: string;
  /** First and last day, both included; null where the person types them. */
  readonly range: (today: string) => DayRange | null;
}

/** The week begins on Monday. */
function weekOf(day: string): DayRange | null {
  const parts = partsOf(day);
  if (!parts) return null;
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(day, -sinceMonday);
  const sunday = monday && addDays(monday, 6);
  return monday && sunday ? [monday, sunday] : null;
}

function monthOf(day: string): DayRange | null {
  const first = `${day.slice(0, 8)}01`;
  const next = addMonths(first, 1);
  const last = next && addDays(next, -1);
  return last ? [first, last] : null;
}

const dayAlone = (day: string | null): DayRange | null => (day === null ? null : [day, day]);

/** In the order in which they are offered. */
export const datePresets: readonly Preset[] = [
  { label: 'Custom range', range: () => null },
  { label: 'Last month', range: (today) => monthOf(addMonths(today, -1) ?? '') },
  { label: 'This month', range: monthOf },
  { label: 'Last week', range: (today) => weekOf(addDays(today, -7) ?? '') },
  { label: 'This week', range: weekOf },
  { label: 'Yesterday', range: (today) => dayAlone(addDays(today, -1)) },
  { label: 'Today', range: dayAlone },
];

/** Index of the preset that a pair of days is; that of the first, which is any other pair, when it is none. */
export function presetOf(from: string | null, to: string | null, today: string): number {
  const found = datePresets.findIndex(({ range }) => {
    const days = range(today);
    return days !== null && days[0] === from && days[1] === to;
  });
  return Math.max(0, found);
}
