// What a page needs of days before the sign-in: on its own, so that dates.ts and its library follow later.

/** Whether a text is a day of the calendar as yyyy-MM-dd, and nothing more. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // The engine reads this form by itself. Some engines move a day that is none, as 30 February, to another one.
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(+date) && date.toISOString().startsWith(`${text}T`);
}

/** Null for a date that is none, or that four digits cannot name the year of. */
export function dayOfDate(date: Date): string | null {
  const year = date.getFullYear();
  const of = (part: number, digits = 2): string => String(part).padStart(digits, '0');
  return year >= 0 && year <= 9999 ? `${of(year, 4)}-${of(date.getMonth() + 1)}-${of(date.getDate())}` : null;
}
