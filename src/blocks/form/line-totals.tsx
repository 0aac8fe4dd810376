import { formatValue } from '#src/core/format.ts';
import type { FormField, FormLines, LineTotal } from './definition.ts';
import { useFormState } from './form-context.ts';
import { linesAt } from './form-lines.ts';

const words: { readonly [total in LineTotal]: string } = {
  sum: 'Total',
  avg: 'Average',
  min: 'Least',
  max: 'Most',
};

/** What stands under the columns of lines; it follows what is typed. */
export function LineTotals({
  owner,
  lines,
  buttons,
}: {
  readonly owner: FormField;
  readonly lines: FormLines;
  /** Whether each line ends with buttons: this one ends with as much room. */
  readonly buttons: boolean;
}) {
  return (
    <div className="cad-line cad-line-totals">
      {lines.fields.map((cell) => (
        <span key={cell.id} className="cad-line-total" data-number={cell.total !== undefined || undefined}>
          {cell.total === undefined ? null : <Total owner={owner} cell={cell} total={cell.total} />}
        </span>
      ))}
      {buttons ? <span className="cad-line-buttons" /> : null}
    </div>
  );
}

function Total({
  owner,
  cell,
  total,
}: {
  readonly owner: FormField;
  readonly cell: FormField;
  readonly total: LineTotal;
}) {
  const value = useFormState(({ values }) =>
    totalOf(
      total,
      linesAt(values, owner.id).map((line) => line[cell.id]),
    ),
  );
  return (
    <>
      <span className="cad-line-total-word">
        {words[total]}
        <span className="cad-visually-hidden"> of {cell.title}</span>
      </span>{' '}
      {formatValue(cell.format, value)}
    </>
  );
}

/** Of what is filled in; null where nothing is. Sums are taken without the dust of binary fractions. */
export function totalOf(total: LineTotal, given: readonly unknown[]): number | null {
  const numbers = given.filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  if (numbers.length === 0) return null;
  if (total === 'min') return Math.min(...numbers);
  if (total === 'max') return Math.max(...numbers);
  const sum = Number(numbers.reduce((a, b) => a + b, 0).toPrecision(15));
  return total === 'sum' ? sum : sum / numbers.length;
}
