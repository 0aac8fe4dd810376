// Apart from dates.ts, because reading words is four times what all counting takes and only inputs of days need it.
import { isValid } from '#date-fns/isValid';
import { parse } from '#date-fns/parse';
import { inUtc } from '../dates.ts';
import { dayOfDate } from '../day.ts';

/** The pattern stands first: date-fns alone takes one digit where a form wants two. */
const forms: readonly { readonly pattern: RegExp; readonly form: string }[] = [
  { pattern: /^\d{1,2}-[a-z]{3}-\d{4}$/i, form: 'd-MMM-yyyy' },
  { pattern: /^\d{4}-\d{2}-\d{2}$/, form: 'yyyy-MM-dd' },
  { pattern: /^\d{2}\/\d{2}\/\d{4}$/, form: 'dd/MM/yyyy' },
  { pattern: /^\d{8}$/, form: 'ddMMyyyy' },
];

/** `yyyy-MM-dd` of dd-MMM-yyyy, d-MMM-yyyy, yyyy-MM-dd, dd/MM/yyyy or ddMMyyyy; null for anything else. */
export function parseDay(text: string): string | null {
  const trimmed = text.trim();
  const form = forms.find(({ pattern }) => pattern.test(trimmed))?.form;
  const date = form === undefined ? null : parse(trimmed, form, 0, inUtc);
  return date && isValid(date) ? dayOfDate(date) : null;
}
