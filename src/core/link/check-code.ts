// Codes that a definition writes out: one that the table lacks is never met, so what asks for it is dead in silence.
import { suggest } from '../suggest.ts';
import type { Catalog } from './catalog.ts';

export interface CodeFinding {
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** What is wrong with a code; null for a code of the table, for the empty text and where the table is not known. */
export function codeProblem(
  code: string,
  table: string,
  { codes }: Pick<Catalog, 'codes'>,
): CodeFinding | null {
  const known = codes.get(table)?.codes.map((row) => row.code);
  if (!known || code === '' || known.includes(code)) return null;
  return {
    rule: 'unknown-code',
    message: `"${code}" is no code of the table "${table}", so it is never met.`,
    suggestion: suggest(code, known) ?? (known.length <= 12 ? `Known: ${known.join(', ')}.` : undefined),
  };
}
