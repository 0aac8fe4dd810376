// How a value is written for a person: en-AU, a true minus, an en dash for what is missing.
import { monthNames, showDay, showMonth } from './dates.ts';
import type { CodeRow, FormatId } from './linked.ts';
import { richTextPlain } from './rich-text-plain.ts';

export const missing = '–';

export interface FormatOptions {
  /** Unit flag of an area: `H` writes hectares, anything else square metres. */
  readonly unitFlag?: unknown;
  readonly codes?: readonly CodeRow[] | null;
}

const squareMetresPerHectare = 10_000;
const acresPerSquareMetre = 0.0002471;
const noteLength = 50;

function numbers(digits: number, least = digits): Intl.NumberFormat {
  return new Intl.NumberFormat('en-AU', { maximumFractionDigits: digits, minimumFractionDigits: least });
}

const whole = numbers(0);
const plain = numbers(6, 0);
const currency = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
});
const oneDigit = numbers(1);
const twoDigits = numbers(2);
const threeDigits = numbers(3);
const fourDigits = numbers(4);
const squareMetres = numbers(3, 0);
const hectares = numbers(7, 0);
const acres = numbers(3, 0);

/** A true minus; none where rounding has left nothing to be less than nothing. */
function minus(text: string): string {
  return text.replace('-', /[1-9]/.test(text) ? '−' : '');
}

function moment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const part = (kind: string, list: readonly Intl.DateTimeFormatPart[]) =>
    list.find((p) => p.type === kind)?.value ?? '';
  const list = clock.formatToParts(at);
  return `${part('day', list)}-${monthNames[Number(part('month', list)) - 1]}-${part('year', list)} ${part('hour', list)}:${part('minute', list)}`;
}

const clock = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (Math.abs(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? whole.format(size) : oneDigit.format(size)} ${units[unit]}`;
}

const trendWords = ['Steady', 'Slight', 'Moderate', 'Strong', 'Very strong', 'Very strong'] as const;

// 5 and 4 are both very strong; the sign tells increase from decrease.
function trend(value: number): string {
  const words = Number.isInteger(value) ? trendWords[Math.abs(value)] : undefined;
  if (words === undefined) return plain.format(value);
  return value === 0
    ? `0 ${words}`
    : `${value > 0 ? '+' : ''}${value} ${words} ${value > 0 ? 'increase' : 'decrease'}`;
}

// Counted in characters as a person sees them, so that none is cut in two.
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= noteLength ? line : `${characters.slice(0, noteLength).join('')}…`;
}

// The addresses of an office lie in one state, and a suburb says more than its postcode.
function withoutState(address: string): string {
  return address.replace(/(, .+) [A-Z]{2,3} \d{4}$/, '$1');
}

/** The whole of a note or an address of which a cell shows only a part; null for what is shown whole. */
export function wholeNote(format: FormatId, value: unknown): string | null {
  if (format === 'shortAddress')
    return typeof value === 'string' && withoutState(value) !== value ? value : null;
  const text = format === 'richText' && typeof value === 'object' ? richTextPlain(value) : value;
  const isNote = format === 'note' || format === 'richText';
  return isNote && typeof text === 'string' && shortened(text) !== text ? text : null;
}

function numeric(format: FormatId, value: number, options: FormatOptions): string {
  switch (format) {
    case 'currency':
      return currency.format(value);
    case 'area':
      return options.unitFlag === 'H'
        ? `${hectares.format(value / squareMetresPerHectare)} ha`
        : `${squareMetres.format(value)} m²`;
    case 'acres':
      return `${acres.format(value * acresPerSquareMetre)} ac`;
    case 'trend':
      return trend(value);
    case 'percent':
      return `${oneDigit.format(value * 100)} %`;
    case 'ratio':
      return threeDigits.format(value);
    case 'factor':
      return fourDigits.format(value);
    case 'rate':
      return twoDigits.format(value);
    case 'integer':
      return whole.format(value);
    case 'fileSize':
      return fileSize(value);
    case 'id':
    case 'baseYear':
      return String(value);
    default:
      return plain.format(value);
  }
}

/** Text of a value under a format. A percent is a share, as in a spreadsheet: 0.052 is written 5.2 %. */
export function formatValue(format: FormatId, value: unknown, options: FormatOptions = {}): string {
  if (value === null || value === undefined || value === '') return missing;
  if (Array.isArray(value))
    return value.length === 0 ? missing : value.map((item) => formatValue(format, item, options)).join(', ');
  if (options.codes) return options.codes.find((row) => row.code === String(value))?.label ?? String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return Number.isFinite(value) ? minus(numeric(format, value, options)) : missing;
  if (format === 'richText')
    return shortened(typeof value === 'object' ? richTextPlain(value) : String(value));
  if (typeof value !== 'string') return JSON.stringify(value);
  if (format === 'note') return shortened(value);
  if (format === 'shortAddress') return withoutState(value);
  if (format === 'date') return showDay(value);
  if (format === 'month') return showMonth(value);
  if (format === 'datetime') return moment(value);
  if (format === 'baseYear') return value.slice(0, 4);
  return value;
}

const numericFormats: ReadonlySet<FormatId> = new Set([
  'integer',
  'number',
  'currency',
  'area',
  'percent',
  'ratio',
  'factor',
  'rate',
  'fileSize',
  'acres',
]);

/** Numbers stand at the right in tabular figures; ids and years are names, not amounts, yet line up as numbers do. */
export function isNumericFormat(format: FormatId): boolean {
  return numericFormats.has(format);
}
