// Days are text yyyy-MM-dd; nothing here makes a Date in local time, so no zone and no daylight-saving day can move one.
import { isDay } from '#src/core/dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const titles = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const invalidDate = 'Invalid date';

const forms: readonly { readonly pattern: RegExp; readonly order: 'dmy' | 'ymd' }[] = [
  { pattern: /^(\d{1,2})-([a-z]{3})-(\d{4})$/i, order: 'dmy' },
  { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: 'ymd' },
  { pattern: /^(\d{2})\/(\d{2})\/(\d{4})$/, order: 'dmy' },
  { pattern: /^(\d{2})(\d{2})(\d{4})$/, order: 'dmy' },
];

/** `yyyy-MM-dd` of dd-MMM-yyyy, d-MMM-yyyy, yyyy-MM-dd, dd/MM/yyyy or ddMMyyyy; null for anything else. */
export function parseDay(text: string): string | null {
  const trimmed = text.trim();
  for (const { pattern, order } of forms) {
    const match = pattern.exec(trimmed);
    if (!match) continue;
    const [, first = '', second = '', third = ''] = match;
    const [year, month, day] = order === 'ymd' ? [first, second, third] : [third, second, first];
    const named = months.indexOf(month.toLowerCase());
    const number = named >= 0 ? String(named + 1) : month;
    const iso = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDay(iso) ? iso : null;
  }
  return null;
}

/** `05-Mar-2024`; a text that is no day comes back as it is. */
export function showDay(iso: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  const month = titles[Number(match?.[2]) - 1];
  return match && month ? `${match[3]}-${month}-${match[1]}` : iso;
}
