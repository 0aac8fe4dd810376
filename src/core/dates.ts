// The one place that counts in days. Days are text yyyy-MM-dd; date-fns counts in UTC here, where every day has 24 hours.
import { UTCDateMini } from '@date-fns/utc/date/mini';
// By name, since the library's list of all takes ten times as long to load; and by an own name (package.json), since
// the calendar's types declare those of the older date-fns that it brings for the whole program.
import { addDays as moveDays } from '#date-fns/addDays';
import { addMonths as moveMonths } from '#date-fns/addMonths';
import { differenceInCalendarDays } from '#date-fns/differenceInCalendarDays';
import { endOfISOWeek } from '#date-fns/endOfISOWeek';
import { endOfMonth } from '#date-fns/endOfMonth';
import { lightFormat } from '#date-fns/lightFormat';
import { startOfISOWeek } from '#date-fns/startOfISOWeek';
import { startOfMonth } from '#date-fns/startOfMonth';
import { dayOfDate, isDay } from './day.ts';

export interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** First and last day, both included. */
export type DayRange = readonly [from: string, to: string];

/** Of one spelling in every engine: Intl's September has four letters in Australia. */
export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** What date-fns makes its dates of: a date whose own getters and setters are those of UTC. */
export const inUtc = {
  in: (value: Date | number | string): Date => new UTCDateMini(+new Date(value)),
};

/** The day that a text begins with, and nothing behind it; null when it is no day of the calendar. */
function dateOf(text: string): Date | null {
  const written = text.slice(0, 10);
  return isDay(written) ? new UTCDateMini(`${written}T00:00:00Z`) : null;
}

/** The parts of the day that a text begins with; null when it is no day of the calendar. */
export function partsOf(text: string): DayParts | null {
  const date = dateOf(text);
  return date && { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

/** Whole days from `from` to `to`, negative when `to` is earlier; null when either is no day. */
export function daysBetween(from: string, to: string): number | null {
  const [start, end] = [dateOf(from), dateOf(to)];
  return start && end ? differenceInCalendarDays(end, start, inUtc) : null;
}

export function addDays(text: string, count: number): string | null {
  const date = dateOf(text);
  return date && dayOfDate(moveDays(date, Math.trunc(count), inUtc));
}

/** The same day `count` months later, or the last of that month when it is shorter. */
export function addMonths(text: string, count: number): string | null {
  const date = dateOf(text);
  return date && dayOfDate(moveMonths(date, Math.trunc(count), inUtc));
}

/** Monday to Sunday of the week around a day. */
export function weekOf(text: string): DayRange | null {
  return rangeOf(dateOf(text), startOfISOWeek, endOfISOWeek);
}

export function monthOf(text: string): DayRange | null {
  return rangeOf(dateOf(text), startOfMonth, endOfMonth);
}

type Edge = (date: Date, options: typeof inUtc) => Date;

function rangeOf(date: Date | null, start: Edge, end: Edge): DayRange | null {
  const from = date && dayOfDate(start(date, inUtc));
  const to = date && dayOfDate(end(date, inUtc));
  return from && to ? [from, to] : null;
}

/** `05-Mar-2024`; a text that is no day comes back as it is. */
export function showDay(text: string): string {
  const date = dateOf(text);
  // The words of `format` and its locale would be a twentieth of what a browser takes in before it can sign in.
  return date ? lightFormat(date, `dd-'${monthNames[date.getMonth()]}'-yyyy`) : text;
}

/** `Mar 2024` of a text that begins with a year and a month; any other text comes back as it is. */
export function showMonth(text: string): string {
  const date = dateOf(`${/^\d{4}-\d{2}/.exec(text)?.[0]}-01`);
  return date ? lightFormat(date, `'${monthNames[date.getMonth()]}' yyyy`) : text;
}

/** The first moment of a day where the reader is, for parts that count in local time; `hour` moves it off midnight. */
export function localDate(text: string, hour = 0): Date | null {
  const parts = isDay(text) ? partsOf(text) : null;
  if (!parts) return null;
  const date = new Date(0);
  date.setFullYear(parts.year, parts.month - 1, parts.day);
  date.setHours(hour, 0, 0, 0);
  return date;
}

/** The day of these parts; null when the calendar has none. */
export function dayOf({ year, month, day }: DayParts): string | null {
  const whole = [year, month, day].every((part) => Number.isInteger(part) && part >= 0 && part <= 9999);
  if (!whole) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isDay(text) ? text : null;
}

/** Whole months from `from` to `to`, negative when `to` is earlier; the last day of a month ends a month. */
export function monthsBetween(from: string, to: string): number | null {
  const [start, end] = [partsOf(from), partsOf(to)];
  if (!start || !end) return null;
  const last = to.slice(0, 10);
  if (last < from.slice(0, 10)) return 0 - (monthsBetween(to, from) ?? 0);
  const months = (end.year - start.year) * 12 + (end.month - start.month);
  return (addMonths(from, months) ?? '') <= last ? months : months - 1;
}

/** The last day of the month of a day. */
export function monthEnd(text: string): string | null {
  return monthOf(text)?.[1] ?? null;
}

/** A base date is always 1 July. */
export function baseDate(year: number): string {
  return `${String(Math.trunc(year)).padStart(4, '0')}-07-01`;
}
