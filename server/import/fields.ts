import { ImportRefusal } from './refusal.ts';

/** 'CCYYMMDD HH24:MI' of the files as '2022-01-10 02:01', a local New South Wales time; null when it is not one. */
export function parseStamp(text: string): string | null {
  const match = /^(\d{4})(\d\d)(\d\d) (\d\d):(\d\d)$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute] = match as unknown as readonly string[];
  if (!isCalendarDay(Number(year), Number(month), Number(day)) || Number(hour) > 23 || Number(minute) > 59) {
    return null;
  }
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** A contract or settlement date as 'yyyy-MM-dd'. Takes CCYYMMDD and, from the archive, dd/mm/yyyy. */
export function parseDay(text: string): string | null {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  const slashed = compact === null ? /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text) : null;
  const [year, month, day] =
    compact !== null
      ? [compact[1], compact[2], compact[3]]
      : slashed !== null
        ? [slashed[3], slashed[2], slashed[1]]
        : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days =
    month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return day <= days;
}

/** Digits as a safe integer, null when blank. A value with anything else refuses the file. */
export function parseCount(text: string, field: string, line: number, maxDigits: number): number | null {
  if (text === '') return null;
  if (text.length > maxDigits || !/^\d+$/.test(text)) {
    throw new ImportRefusal(
      'bad-value',
      line,
      `${field} "${text}" is not a whole number of up to ${maxDigits} digits.`,
    );
  }
  return Number(text);
}

/** Area in m² to three decimals; hectares are multiplied by 10,000. Null when blank. */
export function parseArea(text: string, unit: string, line: number): number | null {
  if (text === '') return null;
  if (!/^(\d{1,9}(\.\d{0,7})?|\.\d{1,7})$/.test(text)) {
    throw new ImportRefusal('bad-value', line, `Area "${text}" is not a number such as 1845.3.`);
  }
  return Math.round(Number(text) * (unit === 'H' ? 10_000_000 : 1000)) / 1000;
}

/** Percent interest sold: files write 0, or nothing, for the whole. */
export function parseInterest(text: string, line: number): number {
  if (text === '') return 100;
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100) {
    throw new ImportRefusal('bad-value', line, `Interest "${text}" is not a percentage from 0 to 100.`);
  }
  return Number(text) === 0 ? 100 : Number(text);
}
