import { addDays, addMonths, type DayRange, monthOf, weekOf } from '#src/core/dates.ts';

interface Preset {
  readonly label: string;
  /** First and last day, both included; null where the person types them. */
  readonly range: (today: string) => DayRange | null;
}

const dayAlone = (day: string | null): DayRange | null => (day === null ? null : [day, day]);

/** Those of the specification, in the order in which they are offered. */
export const specifiedPresets: readonly Preset[] = [
  { label: 'Custom range', range: () => null },
  { label: 'Last month', range: (today) => monthOf(addMonths(today, -1) ?? '') },
  { label: 'This month', range: monthOf },
  { label: 'Last week', range: (today) => weekOf(addDays(today, -7) ?? '') },
  { label: 'This week', range: weekOf },
  { label: 'Yesterday', range: (today) => dayAlone(addDays(today, -1)) },
  { label: 'Today', range: dayAlone },
];

/** Of so many months: from the day after the same day so long ago up to today. */
const lastMonths = (months: number): Preset => ({
  label: `Last ${months} months`,
  range: (today) => {
    const from = addDays(addMonths(today, -months) ?? '', 1);
    return from === null ? null : [from, today];
  },
});

/** Windows in which sales are looked at come after them. */
export const datePresets: readonly Preset[] = [...specifiedPresets, ...[3, 6, 12].map(lastMonths)];

/** Index of the preset that a pair of days is; that of the first, which is any other pair, when it is none. */
export function presetOf(from: string | null, to: string | null, today: string): number {
  const found = datePresets.findIndex(({ range }) => {
    const days = range(today);
    return days !== null && days[0] === from && days[1] === to;
  });
  return Math.max(0, found);
}
