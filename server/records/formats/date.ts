import type { ScalarFormat } from './format.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}$/;

function isDate(text: string): boolean {
  if (!isoDate.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const date: ScalarFormat = {
  column: 'date',
  fault: (value) => (typeof value === 'string' && isDate(value) ? null : 'A date as yyyy-MM-dd is needed.'),
};
