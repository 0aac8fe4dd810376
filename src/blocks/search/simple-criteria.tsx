import type { CodeRow } from '#src/core/linked.ts';
import { operatorWords } from '#src/core/operators.ts';
import { CriterionInput } from './criterion-input.tsx';
import type { LinkedSearch } from './definition.ts';
import { fieldOf, type SearchEvent, type SearchState } from './search-state.ts';

export interface CriteriaProps {
  readonly block: LinkedSearch;
  readonly state: SearchState;
  readonly send: (event: SearchEvent) => void;
  readonly prefix: string;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
  readonly problems: ReadonlyMap<string, string>;
}

/** The fields of the definition, each with its one operator. */
export function SimpleCriteria({ block, state, send, prefix, codes, problems }: CriteriaProps) {
  return (
    <div className="cad-search-simple">
      {block.simple.map(({ id, title, op }) => {
        const field = fieldOf(block, id);
        const entry = state.simple[id];
        if (!field || !entry) return null;
        const input = `${prefix}-${id}`;
        return (
          <div key={id} className="cad-criterion">
            <label htmlFor={input}>
              {title}
              {field.unit ? <span className="cad-criterion-unit"> ({field.unit})</span> : null}
              <span className="cad-criterion-op"> {op === 'eq' ? '' : operatorWords[op]}</span>
            </label>
            <CriterionInput
              id={input}
              label={title}
              entry={entry}
              field={field}
              codes={codes}
              problem={problems.get(id) ?? null}
              onChange={(val, problem) => send({ type: 'simple', fld: id, val, problem })}
            />
          </div>
        );
      })}
    </div>
  );
}
