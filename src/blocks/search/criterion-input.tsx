import type { CodeRow } from '#src/core/linked.ts';
import { WidgetPart } from '#src/render/parts.tsx';
import type { Entry } from './criteria.ts';
import { arityOf, type SearchField } from './definition.ts';

/** The input of a criterion's value; none where the operator needs no value. */
export function CriterionInput({
  id,
  label,
  entry,
  field,
  codes,
  problem,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly entry: Entry;
  readonly field: SearchField;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  readonly problem: string | null;
  readonly onChange: (val: unknown, problem?: string) => void;
}) {
  const arity = arityOf(entry.op);
  if (arity === 'none') return <span className="cad-criterion-none">no value needed</span>;
  const { type, options } = field.inputs[arity];
  return (
    <>
      <WidgetPart
        type={type}
        id={id}
        name={`${field.id}-${entry.op}`}
        label={label}
        value={entry.val}
        onChange={onChange}
        disabled={false}
        readOnly={false}
        required={false}
        invalid={problem !== null}
        describedBy={problem === null ? undefined : `${id}-problem`}
        options={options}
        codes={field.codes ? (codes[field.codes] ?? []) : null}
        many={arity === 'many' && !field.typedList}
        {...(arity === 'many' && field.typedList ? { placeholder: 'separate with commas' } : {})}
      />
      {problem === null ? null : (
        <span id={`${id}-problem`} className="cad-criterion-problem">
          {problem}
        </span>
      )}
    </>
  );
}
