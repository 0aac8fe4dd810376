const day = 86_400_000;

/** Days since 1970 of a date's text, without any zone. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / day;
}

export function dateOf(days: number): string {
  return new Date(days * day).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

/** Years since 1 July 2020, as a fraction. */
export function yearsOf(date: string): number {
  return (dayOf(date) - dayOf('2020-07-01')) / 365.25;
}

/** What the demo knows of ends here: made on any later day it is the same. */
const lastDay = '2026-11-20';
/** The base date in force; an office before it would work with values that nobody knows yet. */
const firstDay = '2025-07-01';

/** The day on which the office of the demo stands: nothing in it happened later. */
export function demoDay(now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return today > lastDay ? lastDay : today < firstDay ? firstDay : today;
}

/** The same day of the latest year that is known by then. */
export function knownBy(date: string, latest: string): string {
  let known = date;
  while (known > latest) known = `${Number(known.slice(0, 4)) - 1}${known.slice(4)}`;
  return known;
}

/** The next day of the week from this one on, itself included: 1 is Monday. */
export function onWeekday(date: string, weekday: number): string {
  return addDays(date, (((weekday - ((dayOf(date) + 4) % 7)) % 7) + 7) % 7);
}

/** Offices and registries are closed at weekends. */
export function workingDay(date: string): string {
  const weekday = (dayOf(date) + 4) % 7;
  return weekday === 0 || weekday === 6 ? onWeekday(date, 1) : date;
}
