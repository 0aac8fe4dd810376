import { operatorWords, searchOperators } from '#src/core/operators.ts';
import { CriterionInput } from './criterion-input.tsx';
import { fieldOf } from './search-state.ts';
import type { CriteriaProps } from './simple-criteria.tsx';

/** Rows of field, operator and value; any field, any of its operators. */
export function FullCriteria({ block, state, send, prefix, codes, problems }: CriteriaProps) {
  return (
    <div className="cad-search-full">
      <ol aria-label="Criteria">
        {state.full.map((row, index) => {
          const field = fieldOf(block, row.fld);
          if (!field) return null;
          const input = `${prefix}-${row.key}`;
          const place = `Criterion ${index + 1}`;
          return (
            <li key={row.key} className="cad-criterion-row">
              <select
                className="cad-input"
                aria-label={`${place}: field`}
                value={row.fld}
                onChange={(event) => send({ type: 'field', key: row.key, fld: event.target.value })}
              >
                {block.fields.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
              <select
                className="cad-input"
                aria-label={`${place}: operator`}
                value={row.op}
                onChange={(event) => {
                  const op = searchOperators.find((known) => known === event.target.value);
                  if (op) send({ type: 'operator', key: row.key, op });
                }}
              >
                {field.operators.map((op) => (
                  <option key={op} value={op}>
                    {operatorWords[op]}
                  </option>
                ))}
              </select>
              <div className="cad-criterion-value">
                <label className="cad-visually-hidden" htmlFor={input}>
                  {place}: {field.title} {operatorWords[row.op]}
                </label>
                <CriterionInput
                  key={`${row.fld} ${row.op}`}
                  id={input}
                  label={`${place}: ${field.title}`}
                  entry={row}
                  field={field}
                  codes={codes}
                  problem={problems.get(String(row.key)) ?? null}
                  onChange={(val, problem) => send({ type: 'value', key: row.key, val, problem })}
                />
              </div>
              <button
                type="button"
                className="cad-button"
                aria-label={`Remove ${place.toLowerCase()}`}
                onClick={() => send({ type: 'remove', key: row.key })}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ol>
      <button type="button" className="cad-button" onClick={() => send({ type: 'add' })}>
        Add a criterion
      </button>
    </div>
  );
}
