import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { GridColumn } from './definition.ts';

// One letter, or a formula.
const noWord = /^\P{L}*\p{L}?\P{L}*$|[=÷−]/u;

/** On a report every column says what it is: in its heading by a word, and in a sentence behind it. */
export function checkWords(
  { id, title, note }: Pick<GridColumn, 'id' | 'title' | 'note'>,
  pointer: string,
  context: BlockLinkContext,
): void {
  if (context.explained !== true) return;
  if (noWord.test(title))
    context.report({
      pointer,
      rule: 'column-words',
      message: `The heading "${title}" of "${id}" is no word. Give its term in schemas/terms.json a title that the trade knows.`,
    });
  else if (!note)
    context.report({
      pointer,
      rule: 'column-words',
      // A report that has only just begun is drawn all the same.
      severity: 'warning',
      message: `Nobody is told what "${id}" is. Give its term in schemas/terms.json or its field a "description", or the column a "note".`,
    });
}
