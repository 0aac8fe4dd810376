import type { TableColumn } from './table-kind.ts';

export type CellValue = string | number | boolean | readonly string[] | null;

/** What a cell holds, or what is wrong with it as the end of a sentence that begins with the column. */
export function cellValue(
  written: string,
  column: TableColumn,
): { readonly value: CellValue } | { readonly fault: string } {
  const cell = written.trim();
  if (cell === '') return column.required ? { fault: 'is empty. It is needed.' } : { value: null };
  const fault = (what: string) => ({ fault: `is “${cut(cell)}”, which is no ${what}.` });
  switch (column.type) {
    case 'date': {
      const day = dayOf(cell);
      return day === null ? fault('day such as 2026-07-01 or 1/07/2026') : { value: day };
    }
    case 'integer':
    case 'number': {
      const number = numberOf(cell);
      if (number === null) return fault('number');
      if (column.type === 'integer' && !Number.isSafeInteger(number)) return fault('whole number');
      return inBounds(number, column) ?? { value: number };
    }
    case 'boolean':
      if (/^(y|yes|true|1)$/i.test(cell)) return { value: true };
      return /^(n|no|false|0)$/i.test(cell) ? { value: false } : fault('Y or N');
    case 'list': {
      const parts = cell
        .split('|')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      for (const part of parts) {
        const wrong = textFault(part, column);
        if (wrong !== null) return { fault: wrong };
      }
      return { value: parts };
    }
    case 'shape':
      return { fault: 'stands in a cell. Shapes come as GeoJSON.' };
    case 'text': {
      const wrong = textFault(cell, column);
      return wrong === null ? { value: cell } : { fault: wrong };
    }
  }
}

function inBounds(number: number, { minimum, maximum }: TableColumn): { readonly fault: string } | null {
  if (minimum !== null && number < minimum) return { fault: `is ${number}. At least ${minimum} is needed.` };
  if (maximum !== null && number > maximum) return { fault: `is ${number}. At most ${maximum} is accepted.` };
  return null;
}

function textFault(text: string, { most, codes }: TableColumn): string | null {
  if (most !== null && [...text].length > most)
    return `has ${[...text].length} characters. At most ${most} are accepted.`;
  if (codes === null || codes.includes(text)) return null;
  const known = codes.length <= 12 ? ` ${codes.join(', ')} are.` : '';
  return `is “${cut(text)}”, which is no code.${known}`;
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** 1234.5, 1,234.50, $1,234; commas only where thousands are. */
function numberOf(cell: string): number | null {
  if (!/^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(cell)) return null;
  const number = Number(cell.replace(/[$,]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** yyyy-mm-dd, yyyymmdd or d/mm/yyyy, the day first; null where there is no such day. */
function dayOf(cell: string): string | null {
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(cell);
  const written = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell);
  const [year, month, day] = iso ? iso.slice(1) : written ? written.slice(1).reverse() : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const made = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(made.getTime()) || made.toISOString().slice(0, 10) !== text ? null : text;
}
