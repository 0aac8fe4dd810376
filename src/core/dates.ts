// Days are text yyyy-MM-dd. All arithmetic is in UTC, where every day has 24 hours.
const day = 86_400_000;

export interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The parts of the day that a text begins with; null when it is no day of the calendar. */
export function partsOf(text: string): DayParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (!match) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return textOf(timeOf(parts)) === match[0] ? parts : null;
}

export function isDay(text: string): boolean {
  return text.length === 10 && partsOf(text) !== null;
}

/** Whole days from `from` to `to`, negative when `to` is earlier; null when either is no day. */
export function daysBetween(from: string, to: string): number | null {
  const start = partsOf(from);
  const end = partsOf(to);
  return start && end ? Math.round((timeOf(end) - timeOf(start)) / day) : null;
}

export function addDays(text: string, count: number): string | null {
  const parts = partsOf(text);
  return parts ? textOf(timeOf(parts) + Math.trunc(count) * day) : null;
}

/** The same day `count` months later, or the last of that month when it is shorter. */
export function addMonths(text: string, count: number): string | null {
  const parts = partsOf(text);
  if (!parts) return null;
  const months = parts.year * 12 + (parts.month - 1) + Math.trunc(count);
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  const last = new Date(timeOf({ year, month: month + 1, day: 0 })).getUTCDate();
  return textOf(timeOf({ year, month, day: Math.min(parts.day, last) }));
}

/** The day of these parts; null when the calendar has none. */
export function dateOf(parts: DayParts): string | null {
  const whole = [parts.year, parts.month, parts.day].every(
    (part) => Number.isInteger(part) && part >= 0 && part <= 9999,
  );
  if (!whole) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const text = `${String(parts.year).padStart(4, '0')}-${two(parts.month)}-${two(parts.day)}`;
  return isDay(text) ? text : null;
}

/** Whole months from `from` to `to`, negative when `to` is earlier; the last day of a month ends a month. */
export function monthsBetween(from: string, to: string): number | null {
  const start = partsOf(from);
  const end = partsOf(to);
  if (!start || !end) return null;
  if (textOf(timeOf(end)) < textOf(timeOf(start))) return 0 - (monthsBetween(to, from) ?? 0);
  const months = (end.year - start.year) * 12 + (end.month - start.month);
  const reached = addMonths(from, months) ?? '';
  return reached <= textOf(timeOf(end)) ? months : months - 1;
}

export function monthEnd(text: string): string | null {
  const parts = partsOf(text);
  return parts ? textOf(timeOf({ year: parts.year, month: parts.month + 1, day: 0 })) : null;
}

/** A base date is always 1 July. */
export function baseDate(year: number): string {
  return `${String(Math.trunc(year)).padStart(4, '0')}-07-01`;
}

function timeOf({ year, month, day: date }: DayParts): number {
  // Date.UTC would read the years 0 to 99 as 1900 to 1999; real sales carry the year 0017.
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, date);
  return time.getTime();
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
