// How a figure is computed, in one line: what two columns that share a term are compared by.
import type { Figures, Operand } from './figures.ts';

/** Names of the tables' own are left out: `c.status` and `p.status` are the same column of the rows. */
function plain(expression: string): string {
  return expression
    .replace(/\b[a-z_]\w*\.(?=[a-z_])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function operandText({ counts, rows, columns }: Figures, operand: Operand): string {
  const { conditions, measures } = rows[operand.rows] ?? { conditions: [], measures: [] };
  const measure = operand.measure === null ? counts.list : plain(measures[operand.measure] ?? '');
  const condition = operand.condition === null ? '' : ` where ${plain(conditions[operand.condition] ?? '')}`;
  // The first figure of a query is of the row's own group; other keys lead to the group of another row.
  const [first] = Object.values(columns)[0]?.operands ?? [];
  const other = operand.keys.filter((key) => !(first?.keys ?? operand.keys).includes(key));
  return `${measure}${condition}${other.length === 0 ? '' : ` of the row of ${other.join(' and ')}`}`;
}

export function computedText(figures: Figures, column: string): string {
  const { how, operands } = figures.columns[column] ?? { how: null, operands: [] };
  const texts = operands.map((operand) => operandText(figures, operand));
  return `${how ?? 'computed'} of ${[...new Set(texts)].join('; ')}`;
}
