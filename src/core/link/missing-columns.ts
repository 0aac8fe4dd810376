import type { Diagnostic } from '../diagnostic.ts';
import { baseName } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import type { QueryFacts } from './catalog.ts';

/** Says of a definition what is wrong at a place of it. */
export type Report = (pointer: string, rule: string, message: string, suggestion?: string) => Diagnostic;

/** Each of the needed columns that a statement does not return; none while nobody knows what it returns. */
export function missingColumns(
  pointer: string,
  needed: readonly string[],
  { columns, file }: QueryFacts,
  report: Report,
): readonly Diagnostic[] {
  if (columns === null) return [];
  const names = columns.map(({ name }) => name);
  return needed
    .filter((name) => !names.includes(name))
    .map((name) =>
      report(
        pointer,
        'unknown-column',
        `"${name}" is not returned by ${baseName(file)}.`,
        suggest(name, names),
      ),
    );
}
