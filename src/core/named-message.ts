import { dayForms, invalidDate } from './day-forms.ts';

/**
 * A message for a list that stands apart from its field: with the field's name, and with how a day is typed, which the
 * field's own words leave out because they are specified.
 */
export function namedMessage({ title }: { readonly title: string }, message: string): string {
  const said = message === invalidDate ? `${message}. ${dayForms}` : message;
  const whole = /[.?!]$/.test(said) ? said : `${said}.`;
  return whole.toLowerCase().startsWith(title.toLowerCase()) ? whole : `${title}: ${whole}`;
}
