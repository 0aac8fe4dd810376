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
