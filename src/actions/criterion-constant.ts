// A value that a search criterion writes out, against the type of its field: the server would refuse what this marks.
import { isDay } from '#src/core/day.ts';
import { parseDay } from '#src/core/parse/day.ts';
import type { ValueType } from '#src/core/values.ts';

export interface ConstantFault {
  /** Ends a sentence that begins with the text: `is a text and no number`. */
  readonly lack: string;
  readonly suggestion: string | undefined;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['false', false],
  ['no', false],
  ['n', false],
]);

function write(meant: number | boolean | string | null | undefined): string | undefined {
  return meant === null || meant === undefined ? undefined : `Write ${JSON.stringify(meant)}.`;
}

function numberIn(text: string, whole: boolean): number | null {
  const plain = text.trim().replace(/^\$|,/g, '');
  const number = plain === '' ? Number.NaN : Number(plain);
  return (whole ? Number.isSafeInteger(number) : Number.isFinite(number)) ? number : null;
}

/** What a text without paths lacks to be compared with a field of the type; null when it will do. */
export function constantFault(text: string, type: ValueType): ConstantFault | null {
  // An empty text stands for a missing value.
  if (text === '') return null;
  switch (type) {
    case 'integer':
      return { lack: 'is a text and no whole number', suggestion: write(numberIn(text, true)) };
    case 'number':
      return { lack: 'is a text and no number', suggestion: write(numberIn(text, false)) };
    case 'boolean':
      return {
        lack: 'is a text, neither true nor false',
        suggestion: write(truths.get(text.trim().toLowerCase())),
      };
    case 'date':
      return isDay(text) ? null : { lack: 'is no day as yyyy-MM-dd', suggestion: write(parseDay(text)) };
    case 'datetime':
      return Number.isNaN(Date.parse(text))
        ? { lack: 'is no moment in ISO form', suggestion: undefined }
        : null;
    default:
      return null;
  }
}
