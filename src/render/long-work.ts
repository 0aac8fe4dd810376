import { formatValue } from '#src/core/format.ts';

/** What somebody is told whose file or document is made by a job. */
export function longWork(rows: unknown, what: 'file' | 'document'): string {
  return `${formatValue('integer', rows)} rows take a while: the ${what} is made while you work on. My documents shows how far it is; the bell tells when it is there.`;
}
