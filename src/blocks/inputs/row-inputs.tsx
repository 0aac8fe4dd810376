import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatValue } from '#src/core/format.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { BlockStates } from '#src/render/states.tsx';
import { toneMarks } from '#src/render/tone-marks.ts';
import { valuesOf } from './lines.ts';
import type { InputColumn, LinkedInputs } from './link.ts';
import { OneInput } from './one-input.tsx';

const numbers: ReadonlySet<string> = new Set(['integer', 'number']);

/** A table with an input in each row. */
export function RowInputs({
  inputs,
  props,
  source,
  typed,
  options,
  label,
  onValue,
  onProblem,
}: {
  readonly inputs: LinkedInputs;
  readonly props: Pick<BlockProps, 'evaluate' | 'screen' | 'scope'>;
  readonly source: SourceView | null;
  /** What the parameter holds. */
  readonly typed: unknown;
  readonly options: { readonly [key: string]: number };
  readonly label: string;
  readonly onValue: (row: Row, value: number | null) => void;
  readonly onProblem: (key: string, is: boolean) => void;
}): ReactNode {
  const mayOpen = useMayOpen();
  const { evaluate, screen, scope } = props;
  const { key = '', columns, after, empty } = inputs;
  const rows = Array.isArray(source?.value) ? (source.value as readonly Row[]) : [];
  const values = valuesOf(typed);
  const at = after === undefined ? columns.length : columns.findIndex(({ field }) => field.id === after) + 1;
  const side = (column: InputColumn) => (numbers.has(column.field.type) ? 'right' : 'left');
  const head = (column: InputColumn) => (
    <th key={column.field.id} scope="col" data-side={side(column)}>
      {column.title}
    </th>
  );
  const cell = (column: InputColumn, row: Row) => {
    const { field } = column;
    const codes = field.codes === null ? null : (screen.codes[field.codes] ?? null);
    const shown = formatValue(field.format, row[field.id], { codes });
    const tone = column.tone ? String(evaluate(column.tone, { row }) ?? 'none') : 'none';
    const to = column.link ? resolveLink(column.link, { ...scope, row }, mayOpen) : null;
    return (
      <td key={field.id} data-side={side(column)} data-tone={tone}>
        {toneMarks[tone] ? (
          <>
            <span aria-hidden="true">{toneMarks[tone].mark}</span>
            <span className="cad-visually-hidden">({toneMarks[tone].word}) </span>
          </>
        ) : null}
        {to === null ? shown : <Link to={to}>{shown}</Link>}
      </td>
    );
  };
  return (
    <BlockStates source={source} isEmpty={rows.length === 0} empty={empty}>
      <div className="cad-inputs-table">
        <table>
          <thead>
            <tr>
              {columns.slice(0, at).map(head)}
              <th scope="col" data-side="right">
                {label}
              </th>
              {columns.slice(at).map(head)}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const name = String(row[key]);
              return (
                <tr key={name}>
                  {columns.slice(0, at).map((column) => cell(column, row))}
                  <td>
                    <OneInput
                      name={`${inputs.param}.${name}`}
                      label={`${label} ${name}`}
                      hidden
                      value={values.get(name) ?? null}
                      options={options}
                      needed={null}
                      onValue={(value) => onValue(row, value)}
                      onProblem={(is) => onProblem(name, is)}
                    />
                  </td>
                  {columns.slice(at).map((column) => cell(column, row))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </BlockStates>
  );
}
